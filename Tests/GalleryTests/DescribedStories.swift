import CarouselDescription
import CarouselUI
import Foundation
import GalleryPages
import HeadlessCompositor
import TestSupport
import Testing

/// Views that are described in a file, and edits of the file.
@MainActor
struct DescribedStories {
  private nonisolated static let cards = """
    {
      "title": "Cards", "width": 640, "height": 400, "theme": "dark",
      "root": {
        "view": "column",
        "children": [
          {
            "view": "carousel", "id": "cards", "type": "linear", "grow": 1,
            "items": [{"name": "Lake"}, {"name": "Hill"}, {"name": "Moor"}],
            "item": {
              "view": "column", "width": 200, "height": 160, "background": "#204060",
              "children": [
                {"view": "label", "text": "{name}"},
                {"view": "button", "title": "Visit", "action": "visit {name}"}
              ]
            }
          }
        ]
      }
    }
    """

  /// A file in a folder of its own, which is removed at the end.
  private final class Saved {
    let folder: URL
    let path: String

    init(_ text: String) throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "described-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      path = folder.appending(path: "cards.json").path
      try save(text, over: false)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Saves `text` as editors do.
    ///
    /// - Parameter over: Whether a new file is renamed over the file. If not, the file itself is written.
    func save(_ text: String, over: Bool) throws {
      try Data(text.utf8).write(to: URL(filePath: path), options: over ? .atomic : [])
    }
  }

  /// Performs `change`, and returns after the file has been read again.
  private func reading(_ file: DescribedFile, after change: () throws -> Void) async throws {
    let readings = ReportQueue<Bool>()
    file.onUpdate = { readings.report(true) }
    defer { file.onUpdate = nil }
    try change()
    try #require(await readings.next() == true, "the file was not read again")
  }

  @Test(
    "The views of a file can be used; an edit with an error is reported and keeps them; a correct edit is shown",
    .proves("X008", "F04", "R53", "C22"), arguments: Situation.all, [false, true])
  func edits(situation: Situation, over: Bool) async throws {
    let saved = try Saved(Self.cards)
    var lines: [DescribedFile.Line] = []
    let file = DescribedFile(saved.path)
    file.onLine = { lines.append($0) }
    file.read()
    file.follow()
    #expect(file.problem == nil && file.description?.title == "Cards")
    let rig = try GalleryRig(
      "described", situation, size: Size(width: 640, height: 400), content: file.view)
    let carousel = try rig.carousel()
    let start = try rig.place(#require(carousel.currentItemView as? View), 0.5, 0.2)
    rig.drag(from: start, to: Point(x: start.x - 190, y: start.y))
    #expect(carousel.currentItemIndex == 1)
    func visit() throws {
      try rig.press(
        rig.find(Button.self, in: #require(rig.carousel().currentItemView as? View)) { $0.title == "Visit" })
    }
    try visit()
    #expect(lines == [.action("visit Hill")])

    try await reading(file) {
      try saved.save(Self.cards.replacing("\"linear\"", with: "\"lineal\""), over: over)
    }
    rig.settle()
    let problem = "\(saved.path):7:52: error: “type” must be one of"
    let isReported =
      switch lines.last {
      case .problem(let text): text.hasPrefix(problem)
      default: false
      }
    #expect(isReported, "\(lines)")
    // The message is visible in the window, and the old views still work.
    let label = try rig.find(ThemedLabel.self) { $0.text.hasPrefix(problem) }
    #expect(try rig.place(label).y < 400 && label.size.height > 10)
    #expect(try rig.carousel() === carousel && carousel.currentItemIndex == 1)
    try visit()
    #expect(lines.last == .action("visit Hill"))

    try await reading(file) {
      try saved.save(Self.cards.replacing("\"linear\"", with: "\"rotary\""), over: over)
    }
    rig.settle()
    #expect(file.problem == nil)
    #expect(throws: Missing.self) { try rig.find(ThemedLabel.self) { $0.text.hasPrefix(problem) } }
    #expect(try rig.carousel() !== carousel && rig.carousel().type == .rotary)
    #expect(try rig.carousel().currentItemIndex == 1)
    try visit()
    #expect(lines.last == .action("visit Hill") && lines.count == 4)
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "When a file is removed, its views stay; when the file returns, it is read again")
  func removed() async throws {
    let saved = try Saved(Self.cards)
    let file = DescribedFile(saved.path)
    file.read()
    file.follow()
    try await reading(file) { try FileManager.default.removeItem(atPath: saved.path) }
    #expect(file.problem?.hasSuffix("The file cannot be read: No such file or directory.") == true)
    #expect(file.description?.title == "Cards")
    try await reading(file) { try saved.save(Self.cards.replacing("Cards", with: "Again"), over: false) }
    #expect(file.problem == nil && file.description?.title == "Again")
  }

  @Test(
    "A folder, a pipe or a file that is too large is reported as a problem",
    arguments: ["folder", "pipe", "large"])
  func strange(kind: String) throws {
    let saved = try Saved(Self.cards)
    try FileManager.default.removeItem(atPath: saved.path)
    switch kind {
    case "folder":
      try FileManager.default.createDirectory(atPath: saved.path, withIntermediateDirectories: false)
    case "pipe": #expect(mkfifo(saved.path, 0o600) == 0)
    default: try saved.save(String(repeating: " ", count: 3 << 20), over: false)
    }
    let file = DescribedFile(saved.path)
    file.read()
    #expect(file.problem != nil && file.isReadable == (kind == "large"))
  }

  @Test(
    "On the page Described in a File, a text with an error keeps the views, and a correct text replaces them",
    arguments: Situation.all)
  func page(situation: Situation) throws {
    let rig = try GalleryRig("described", situation)
    #expect(try rig.carousel().type == .coverFlow)
    try rig.press(.button, "Book")
    #expect(rig.shows("The action is “book”."))
    try rig.press(.radioButton, "Ring")
    #expect(try rig.carousel().type == .rotary)
    try rig.press(.radioButton, "Mistake")
    #expect(try rig.carousel().type == .rotary)
    _ = try rig.find(ThemedLabel.self) { $0.text.hasPrefix("line 6, column 53: “type” must be one of") }
    try rig.press(.radioButton, "Covers")
    #expect(try rig.carousel().type == .coverFlow)
    #expect(throws: Missing.self) { try rig.find(ThemedLabel.self) { $0.text.hasPrefix("line") } }
    #expect(rig.compositor.protocolErrors.isEmpty)
  }
}
