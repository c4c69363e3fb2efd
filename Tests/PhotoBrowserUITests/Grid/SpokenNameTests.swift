import CarouselUI
import DecoderClient
import DecoderProtocol
import PhotoBrowserUI
import PhotoLibrary
import Testing
import Threads
import ViewFixtures
import Views

@MainActor
struct SpokenNameTests {
  private nonisolated static let taken: Int64 = 1_777_800_000  // 2026-05-03, 9:20

  private static func photo(_ number: Int, bytes: Int64 = 1, taken: Int64? = nil) -> LibraryPhoto {
    let identity = FileIdentity(device: 1, inode: UInt64(number))
    return LibraryPhoto(
      PhotoID(number), Photo(path: "/album/IMG_\(number).jpg"),
      revision: FileRevision(identity: identity, byteCount: bytes, modified: 0),
      metadata: taken.map { PhotoMetadata(taken: $0) }, identity: identity)
  }

  @Test(
    "A screen reader speaks the name of the file, and the day on which the photo was taken if it is known")
  func names() {
    #expect(Self.photo(3041).spokenName == "IMG_3041.jpg")
    #expect(Self.photo(3041, taken: Self.taken).spokenName == "IMG_3041.jpg, taken on 3 May 2026")
  }

  /// The texts about photos, whose files a closure answers for.
  private struct Rig {
    let facts: SpokenFacts
    let reads = Monitor<[String]>([])
    private let arrivals = Monitor<[@MainActor @Sendable () -> Void]>([])

    @MainActor
    init(caption: String?) {
      facts = SpokenFacts(
        delivery: MainDelivery { [arrivals] action in
          arrivals.withLock { $0.append(action) }
          arrivals.wakeAll()
        }
      ) { [reads] photo, request, _ throws(PhotoError) in
        reads.withLock { $0.append("\(photo.path) \(request.subject)") }
        var header = ImageHeader(format: "JPEG", width: 60, height: 40)
        header.taken = Int(SpokenNameTests.taken)
        var result = DecodeResult(header: header)
        if request.subject == .metadata {
          var metadata = ImageMetadata()
          metadata.caption = caption
          result.metadata = metadata
        }
        return (result, nil)
      }
    }

    /// Waits for a report of the thread, and delivers it.
    @MainActor
    func deliver() {
      let action = arrivals.waitForValue { $0.isEmpty ? nil : $0.removeFirst() }
      action()
    }
  }

  @Test("While a screen reader is in use, the file of the current photo is read for its day and its caption")
  func facts() throws {
    let stage = ControlStage()
    let rig = Rig(caption: "Two boats\u{202E}")
    var changes = 0
    rig.facts.read(Self.photo(1)) { changes += 1 }
    #expect(rig.reads.withLock { $0 } == [])
    stage.tree.accessibility.onEvents = { _ in }
    defer { stage.tree.accessibility.onEvents = nil }
    // A photo that is current for several frames is read once.
    for _ in 0..<3 { rig.facts.read(Self.photo(1)) { changes += 1 } }
    rig.deliver()
    #expect(changes == 1)
    #expect(rig.facts.description(of: Self.photo(1)) == "taken on 3 May 2026, Two boats\u{FFFD}")
    #expect(rig.reads.withLock { $0.first } == "/album/IMG_1.jpg metadata")
    // Another photo, and another content of the same file, have no text yet.
    #expect(rig.facts.description(of: Self.photo(2)) == "")
    #expect(rig.facts.description(of: Self.photo(1, bytes: 2)) == "")
    #expect(rig.facts.description(of: Self.photo(2, taken: Self.taken)) == "taken on 3 May 2026")
  }
}
