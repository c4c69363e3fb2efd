import CarouselEngine
import Foundation
import Geometry
import Testing

/// Tests of a journal that is stored in `Data`, in the current version of the format.
@MainActor
struct StoredJournalTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Data/version-3.jsonl")

  /// Returns the strings of a line, which include the names of the entry's kind and fields.
  private static func words(of line: String) -> Set<Substring> {
    Set(line.split(separator: "\"").enumerated().filter { $0.offset % 2 == 1 }.map(\.element))
  }

  @Test(
    "A journal that an earlier build stored can be replayed; if the name or a field of an entry changes, the version of the format must change"
  )
  func stored() throws {
    if ProcessInfo.processInfo.environment["CAROUSEL_RECORD_JOURNAL"] != nil {
      try Data((record().joined(separator: "\n") + "\n").utf8).write(to: Self.file)
    }
    let lines = try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n").map(String.init)
    let journal = try CarouselJournal(lines: lines)
    #expect(!journal.isCutShort)
    // Frames of a build with other mathematical functions may differ in the last bit.
    let problem = JournalTests.Lines(lines).problem() ?? ""
    #expect(problem.isEmpty || problem.hasPrefix("frame "), "\(problem)")
    // Each name in a new recording of the same story must also be in the stored journal.
    let recorded = Self.words(of: record().joined())
    #expect(recorded.subtracting(Self.words(of: lines.joined())).isEmpty)
  }

  @Test("The text of each kind of answer stays the same")
  func answers() throws {
    let answers: [(answer: JournalAnswer, text: String)] = [
      (.count(3), #"{"count":{"_0":3}}"#), (.number(0.5), #"{"number":{"_0":0.5}}"#),
      (.numbers([1, .infinity]), #"{"numbers":{"_0":[1,"inf"]}}"#),
      (.identifier("a"), #"{"identifier":{"_0":"a"}}"#), (.identifier(nil), #"{"identifier":{}}"#),
      (.decision(true), #"{"decision":{"_0":true}}"#), (.index(2), #"{"index":{"_0":2}}"#),
      (.drawing([]), #"{"drawing":{"transforms":[]}}"#), (.delivered, #"{"delivered":{}}"#),
      (.gone, #"{"gone":{}}"#),
    ]
    let stored = try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n").map(String.init)
    let view = try #require(stored.first { $0.contains(#"{"view":"#) })
    let lines = answers.map { #"{"answer":{"_0":"# + $0.text + "}}" }
    for (number, line) in lines.enumerated() {
      #expect(JournalCoding.line(for: .answer(answers[number].answer)) == line)
    }
    let journal = try CarouselJournal(lines: [stored[0], view] + lines)
    #expect(!journal.isCutShort)
  }

  /// Records a story that uses most inputs, requests and effects.
  private func record() -> [String] {
    let rig = ProgramRig([], isRecorded: true)
    let (carousel, content) = (rig.actors[0].carousel, rig.actors[0].content)
    rig.begin([
      .items(8), .frames(1), .drag(by: -180, frames: 3), .frames(8), .motionStyle(.fluid),
      .drag(by: -300, frames: 3), .frames(6), .wheel(notches: 1), .step(by: 2), .touchpad(by: -30),
      .touchpad(by: -20), .touchpadEnds, .frames(4), .tap(at: 200), .frames(4),
      .scrollToItem(4, animated: true), .frames(3), .scrollByItems(-2, seconds: 0.1),
      .scrollByOffset(1.5, seconds: 0), .scrollOffset(2), .autoscroll(1), .frames(3), .autoscroll(0),
    ])
    content.insert(at: 1)
    carousel.insertItem(at: 1, animated: true)
    content.remove(at: 3)
    carousel.removeItem(at: 3, animated: false)
    content.move(from: 0, to: 4)
    carousel.moveItem(at: 0, to: 4, animated: true)
    content.replace(at: 2)
    carousel.reloadItem(at: 2, animated: true)
    rig.begin([
      .frames(8), .type(.coverFlow2), .wrap(true), .vertical(true), .frames(3),
      .bounds(width: 640, height: 480), .paging(true), .down(at: 0), .move(by: 40), .cancel, .frames(5),
    ])
    carousel.animate(withDuration: 0.05) { carousel.type = .timeMachine }
    rig.begin([.autoplay(seconds: 0.2), .frames(15), .autoplay(seconds: 0)])
    carousel.layout = SwipeStackLayout()
    rig.play([
      .frames(2), .dismiss(.left), .frames(6), .undo, .reducesMotion(true), .purge, .type(.linear),
      .reordering(true), .beginReordering(2), .updateReordering(x: 500, y: 300), .frames(3), .endReordering,
    ])
    #expect(rig.problem == nil, "\(rig.problem.map { "\($0)" } ?? "")")
    return rig.lines[0].all
  }
}
