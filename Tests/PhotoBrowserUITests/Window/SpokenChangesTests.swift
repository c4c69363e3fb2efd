import CarouselUI
import HeadlessCompositor
import HeadlessSession
import PhotoBrowserUI
import PhotoBrowsing
import Testing
import Views

@MainActor
struct SpokenChangesTests {
  /// The texts that a screen reader gets.
  @MainActor
  private final class Reader {
    private(set) var texts: [String] = []

    init(of rig: BrowserRig) {
      rig.browser.content.tree?.accessibility.onEvents = { [weak self] events in
        for case .announcement(let text) in events { self?.texts.append(text) }
      }
    }
  }

  @Test("A screen reader speaks the zoom and the rotation of the photo")
  func single() async throws {
    let rig = try BrowserRig(count: 3, page: .single)
    try await rig.settle()
    let reader = Reader(of: rig)
    for (key, text) in [
      ("1", "Zoom 100 %"), ("2", "Fills the window"), ("0", "Fits into the window"),
      ("r", "Rotated to the right"), ("r", "Upside down"), ("r", "Rotated to the left"),
      ("r", "Not rotated"), ("m", "Mirrored"),
    ] as [(Character, String)] {
      try await rig.press(key)
      try await rig.settle()
      #expect(reader.texts.last == text, "\(key): \(reader.texts)")
    }
  }

  @Test(
    "A screen reader speaks the pause of the slideshow. It speaks the title of the window, which names the photo"
  )
  func slideshow() async throws {
    let rig = try BrowserRig(count: 3, page: .single)
    try await rig.settle()
    let reader = Reader(of: rig)
    try await rig.press(.f5)
    try await rig.settle()
    #expect(rig.title == "0.png – 1 of 3")
    for text in ["Paused", "Continued"] {
      try await rig.press(.space)
      #expect(reader.texts.last == text)
    }
  }

  @Test("A screen reader speaks the result of a search")
  func search() async throws {
    let rig = try BrowserRig(count: 24, page: .grid)
    try await rig.settle()
    let reader = Reader(of: rig)
    try await rig.press("/")
    for (key, text) in [("1", "1 of 12"), ("7", "1 of 1"), ("7", "No match")] as [(Character, String)] {
      try await rig.press(key)
      try await rig.settle()
      #expect(reader.texts.last == text, "\(key): \(reader.texts)")
    }
  }
}
