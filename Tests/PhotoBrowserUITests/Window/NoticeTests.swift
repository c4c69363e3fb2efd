import CarouselUI
import DecoderProtocol
import Foundation
import HeadlessSession
import PhotoBrowserUI
import Photos
import TestSupport
import Testing

/// The notices of the decoders.
@MainActor
struct NoticeTests {
  @Test("A notice that came before the window, and one that comes later, are shown in it once")
  func window() async throws {
    let rig = try BrowserRig(count: 1)
    rig.pipeline.notices.add("the kernel lacks Landlock; pictures are decoded in the rest of the sandbox")
    try rig.session.frame()
    let text = "The kernel lacks Landlock; pictures are decoded in the rest of the sandbox"
    #expect((try? rig.ui.find(.group, text)) != nil)
    let pipeline = PhotoPipeline(thumbnails: .never, program: "test") { _ in }
    pipeline.notices.add("an early notice")
    var shown: [String] = []
    pipeline.notices.onNotice = { shown.append($0) }
    pipeline.notices.add("a late notice")
    #expect(shown == ["An early notice", "A late notice"])
  }

  @Test("If a decoder reports that Landlock is missing, it is printed and shown")
  func decoder() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      // The first message of a helper.
      let ready = HelperReply.ready(missingParts: [.landlock]).bytes
        .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      let script = try folder.write(
        Array(
          """
          import socket
          connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET, 0, fileno=3)
          connection.send(bytes.fromhex('\(ready)'))
          connection.recv(1)
          """.utf8), to: "helper.py")
      setenv(
        "CAROUSEL_DECODER", try folder.writeScript("exec /usr/bin/python3 '\(script)'", to: "decoder"), 1)
      let printed = ReportQueue<String>()
      let shown = ReportQueue<String>()
      await MainActor.run {
        let pipeline = PhotoPipeline(thumbnails: .never, program: "test") { printed.report($0) }
        pipeline.notices.onNotice = { [pipeline] text in
          _ = pipeline
          shown.report(text)
        }
      }
      #expect(await printed.next()?.hasPrefix("the kernel lacks Landlock") == true)
      #expect(await shown.next()?.hasPrefix("The kernel lacks Landlock") == true)
    }
  }
}
