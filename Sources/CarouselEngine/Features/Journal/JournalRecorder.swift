internal import Geometry

/// Records the operations on a carousel's core.
@MainActor
final class JournalRecorder {
  private let write: (String) -> Void
  private var views: [ObjectIdentifier: NumberedView] = [:]
  private var lastNumber = 0
  private var presence: (delegate: Bool, dataSource: DataSourceID?)?
  /// The transforms that the delegate has returned for each of the frames being built, the innermost frame
  /// last. A frame can be built while the delegate computes a transform for another frame.
  private var transforms: [[Transform3D]] = []

  /// A view with the number that identifies it in the journal.
  private struct NumberedView {
    /// The reference is weak, so that a new view at the address of a deallocated view is not mistaken for the
    /// old view.
    weak var view: (any ItemView)?
    let number: Int
  }

  /// - Parameter write: Stores a line without its line feed.
  init(_ start: JournalStart, write: @escaping (String) -> Void) {
    self.write = write
    note(.begin(start))
  }

  /// Records an operation that is about to be performed.
  func note(_ entry: JournalEntry) { if let line = JournalCoding.line(for: entry) { write(line) } }

  /// Records the presence of the delegate and the data source, if it has changed.
  func note(delegate: Bool, dataSource: DataSourceID?) {
    if let presence, presence == (delegate, dataSource) { return }
    presence = (delegate, dataSource)
    note(.presence(delegate: delegate, dataSource: dataSource))
  }

  /// Records the answer that is about to be passed to the core.
  func note(_ answer: CarouselAnswer) {
    note(.answer(answer.map(view: { number(of: $0) }, drawing: { _ in transforms.popLast() ?? [] })))
  }

  // MARK: Frames

  /// Records the beginning of a frame.
  func beginFrame() {
    transforms.append([])
    note(.beginFrame)
  }

  /// Records a transform that the delegate has returned.
  func note(_ transform: Transform3D) {
    if let last = transforms.indices.last { transforms[last].append(transform) }
  }

  /// Records the end of the frame that began last.
  func endFrame(_ items: [CarouselFrame.Item]) {
    let digest = FrameDigest(items) { number(of: $0) }.value
    note(.frame(JournalFrame(transforms: transforms.popLast() ?? [], digest: digest)))
  }

  /// Returns the number that identifies a view. Views are numbered in the order of their first use.
  private func number(of view: any ItemView) -> Int {
    if let known = views[ObjectIdentifier(view)], known.view === view { return known.number }
    lastNumber += 1
    views[ObjectIdentifier(view)] = NumberedView(view: view, number: lastNumber)
    return lastNumber
  }
}
