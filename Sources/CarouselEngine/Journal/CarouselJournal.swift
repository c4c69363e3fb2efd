/// A recording of everything that happened to a carousel: its inputs with their times, and the answers of its data source and
/// delegate.
///
/// The text is JSON, one entry a line. It contains numbers, identifiers of reuse and the sizes of views, but no pictures. A
/// replay by the same build makes the same frames, bit for bit.
///
///     var lines: [String] = []
///     try carousel.beginRecording { lines.append($0) }
///     // … gestures, calls, frames …
///     let count = try CarouselJournal(lines: lines).replay()
///
/// Beyond iCarousel.
public struct CarouselJournal: Sendable {
  private let start: JournalStart
  /// The entries, and the numbers of their lines.
  private let entries: [(entry: JournalEntry, line: Int)]
  /// Whether the last line was incomplete and is ignored, as after the end of a program in the middle of a line.
  public let isCutShort: Bool

  /// Reads a journal.
  ///
  /// - Parameters:
  ///   - lines: The lines, without line feeds. Empty ones are ignored.
  ///   - layouts: The custom layouts that the carousel used, by the names of their types.
  ///   - effects: The effects made of closures that the carousel used, by their names.
  /// - Throws: ``JournalError``, with the number of the line.
  public init(
    lines: some Collection<some StringProtocol>, layouts: [String: any CarouselLayout] = [:],
    effects: [String: ItemEffect] = [:]
  ) throws(JournalError) {
    let supplies = JournalCoding.Named(layouts: layouts, effects: effects)
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
    guard start.version == 1 else { throw .unknownVersion(start.version) }
    (self.start, self.entries, self.isCutShort) = (start, entries, isCutShort)
  }

  /// The inputs with their times, without those that the carousel's callbacks made.
  package var inputs: [(input: CarouselInput, time: Timestamp?)] {
    entries.compactMap {
      if case .input(let input, let time, isNested: false) = $0.entry { (input, time) } else { nil }
    }
  }

  /// Replays the journal on a carousel without data source, delegate and clock, and compares its frames with the recorded ones.
  ///
  /// - Parameter show: A block that gets each frame, in order, and the time of the last ``Carousel/advance(to:)``. The views have
  ///   the recorded sizes, and nothing to draw.
  /// - Returns: The number of frames.
  /// - Throws: ``JournalError/differentFrame(number:line:)`` for the first frame with any difference;
  ///   ``JournalError/unexpected(line:)`` if an entry does not fit.
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
