import DecoderClient
import DecoderProtocol
import Foundation
import RemoteImages
import TestSupport
import Testing

/// The helpers that decode pictures of servers.
struct HelpersTests {
  @Test("By default, a helper reads one picture of a server, and no file of the user")
  func onePicture() async {
    await #expect(processExitsWith: .success) {
      let pool = RemoteImageFetcher.Options().decoders
      guard pool !== DecoderPool.shared else { exit(1) }
      pool.prepare()
      try waitUntil("the start of a helper") { pool.idleHelpers.count == 1 }
      let helper = pool.idleHelpers
      let file = try TestFile([1, 2, 3])
      _ = try? pool.decode(file.descriptor, DecodeRequest())
      guard !pool.idleHelpers.contains(helper[0]) else { exit(2) }
    }
  }
}
