package import Geometry

/// A recording of all inputs of a carousel with their times, and of all answers of its data source and
/// delegate.
///
/// The text is JSON, one entry per line. It contains numbers, reuse identifiers and the sizes of views, but
/// not the pictures of views. A replay by the same build results in exactly the same frames.
///
///     var lines: [String] = []
///     try carousel.beginRecording { lines.append($0) }
///     // … gestures, calls, frames …
///     let count = try CarouselJournal(lines: lines).replay()
///
/// Beyond iCarousel.
public struct CarouselJournal: Sendable {
  private let start: JournalStart
  /// The entries, each with the number of its line.
  private let entries: [(entry: JournalEntry, line: Int)]
  /// Whether the last line is incomplete and was ignored. A line is incomplete if the program ended while it
  /// wrote the line.
  public let isCutShort: Bool

  /// Reads a journal.
  ///
  /// - Parameters:
  ///   - lines: The lines, without line feeds. Empty lines are ignored.
  ///   - layouts: The custom layouts that the carousel used, by the name of their type.
  ///   - physics: The application's own physics that the carousel used, by the name of their type.
  ///   - effects: The effects made of closures that the carousel used, by name.
  /// - Throws: ``JournalError``, with the number of the line that cannot be read.
  public init(
    lines: some Collection<some StringProtocol>, layouts: [String: any CarouselLayout] = [:],
    physics: [String: any ScrollPhysics] = [:], effects: [String: ItemEffect] = [:]
  ) throws(JournalError) {
    let supplies = JournalCoding.Named(layouts: layouts, physics: physics, effects: effects)
    var (entries, isCutShort, number): ([(entry: JournalEntry, line: Int)], Bool, Int) = ([], false, 0)
    for line in lines {
      number += 1
      guard !line.isEmpty else { continue }
      do throws(JournalError) {
        entries.append((try JournalCoding.entry(of: line, number: number, supplies), number))
      } catch {
        guard case .unreadable = error, number == lines.count, number > 1 else { throw error }
        isCutShort = true
      }
    }
    guard case .begin(let start)? = entries.first?.entry else { throw .noBeginning }
    guard start.version == JournalStart.currentVersion else { throw .unknownVersion(start.version) }
    (self.start, self.entries, self.isCutShort) = (start, entries, isCutShort)
  }

  /// The inputs with their times, without the inputs that callbacks of the carousel made.
  package var inputs: [(input: CarouselInput, time: Timestamp?)] {
    entries.compactMap {
      if case .input(let input, let time, isNested: false) = $0.entry { (input, time) } else { nil }
    }
  }

  /// Replays the journal on a carousel without data source, delegate and clock, and compares each frame with
  /// the recorded frame.
  ///
  /// - Parameter show: A closure that gets each frame, in order, and the time of the last
  ///   ``Carousel/advance(to:)``. The views in a frame have the recorded sizes, but no content to draw.
  /// - Returns: The number of frames replayed.
  /// - Throws: ``JournalError/differentFrame(number:line:)`` for the first frame that differs from the
  ///   recorded frame; ``JournalError/unexpected(line:)`` if an entry does not fit the state of the carousel.
  @MainActor
  @discardableResult
  public func replay(
    _ show: (_ frame: CarouselFrame, _ time: Timestamp?) -> Void = { _, _ in }
  ) throws(JournalError) -> Int {
    let player = JournalPlayer(start)
    for (entry, line) in entries.dropFirst() {
      if let frame = try player.perform(entry, line: line) { show(frame, player.time) }
    }
    return player.frameCount
  }
}
