/// What became of the last tap.
struct TapRecord: Sendable {
  private var result: TapResult?
  /// Whether the selection has been notified: then its index stays what was notified.
  private var isFinal = false

  /// Notes what became of a tap; `nil` while that is not known.
  mutating func set(_ newResult: TapResult?) { (result, isFinal) = (newResult, false) }

  /// The selection of item `index` is notified.
  mutating func notifySelection(of index: Int) { (result, isFinal) = (.selected(index), true) }

  /// Takes what became of the last tap.
  mutating func take() -> TapResult? {
    defer { result = nil }
    return result
  }

  /// Follows changes of content until the selection is notified.
  mutating func follow(_ edits: ContentEdits) {
    guard case .selected(let index)? = result, !isFinal else { return }
    if case .kept(let newIndex) = edits.fate(ofItem: index) {
      result = .selected(newIndex)
    } else {
      result = .aligned
    }
  }
}
