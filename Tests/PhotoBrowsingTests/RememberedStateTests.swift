import PhotoBrowsing
import PhotoLibrary
import Testing

@Suite("The choices that the browser restores")
struct RememberedStateTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test("The text of a state has all its values, also paths that are not UTF-8 or contain line ends")
  func roundTrip() {
    var state = RememberedState()
    (state.page, state.parts) = (.grid, [.strip, .panel, .thumbnailNames])
    #expect(state.parts == [.strip, .thumbnailNames])
    state.slideshow = RememberedState.Slideshow(interval: 7.5, isRandom: true, transition: .kenBurns)
    state.order = PhotoOrder(.dateTaken, isReversed: true)
    let paths = [bytes("/photos/2024"), [0x2F, 0xFF, 0x0A, 0x20, 0x25], bytes("/größe"), bytes("/")]
    for path in paths { state.add(folder: path) }
    #expect(state.folders == paths.reversed())
    #expect(RememberedState(text: state.text.utf8) == state)
    #expect(RememberedState(text: RememberedState().text.utf8) == RememberedState())
  }

  @Test("The newest folder is first, each occurs once, and twenty are kept")
  func order() {
    var state = RememberedState()
    for number in 0..<30 { state.add(folder: bytes("/\(number)")) }
    #expect(
      state.folders.count == 20 && state.folders.first == bytes("/29") && state.folders.last == bytes("/10"))
    state.add(folder: bytes("/15//"))
    #expect(state.folders.count == 20 && state.folders[0] == bytes("/15") && state.folders[1] == bytes("/29"))
    for path in ["", "relative", "./here"] { state.add(folder: bytes(path)) }
    state.add(folder: [0x2F, 0])
    #expect(state.folders[0] == bytes("/15"))
    state.removeFolders()
    #expect(state.folders.isEmpty && !state.text.contains("folder"))
  }

  @Test("Each order is restored, and an unknown one is ignored")
  func orders() {
    for key in PhotoOrder.Key.named.map(\.key) + [.random(seed: 12)] {
      for isReversed in [false, true] {
        var state = RememberedState()
        state.order = PhotoOrder(key, isReversed: isReversed)
        #expect(RememberedState(text: state.text.utf8).order == state.order)
      }
    }
    for word in ["age", "random:", "random:x", "name reverse", ""] {
      #expect(RememberedState(text: "order \(word)\n".utf8) == RememberedState())
    }
  }

  @Test("A line that opens the panel or a slideshow at the start is ignored")
  func notRemembered() {
    #expect(RememberedState(text: "panel on\npage slideshow\n".utf8) == RememberedState())
  }

  @Test(
    "An interval that a slideshow does not accept is ignored",
    arguments: ["0", "-3", "nan", "inf", "1e9", "x"])
  func intervals(text: String) {
    #expect(RememberedState(text: "interval \(text)\nrandom maybe\n".utf8) == RememberedState())
  }

  @Test("Damaged and unknown lines are ignored, and the others are read")
  func damage() {
    let text =
      "page spiral\nfolder /a\nfolder relative\nfolder /b%2\nfolder /c%zz\n\nfolder\nzoom 3\nstrip on\nheader\nfolder /d%20e"
    let state = RememberedState(text: text.utf8)
    #expect(state.page == nil && state.parts == [.header, .name, .strip])
    #expect(state.folders == [bytes("/a"), bytes("/d e")])
    #expect(RememberedState(text: (0...255).map { UInt8($0) }) == RememberedState())
    let many = (0..<100_000).map { "folder /\($0)\n" }.joined()
    #expect(RememberedState(text: many.utf8).folders.count == 20)
  }
}
