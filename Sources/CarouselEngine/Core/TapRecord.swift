/// The result of the last tap.
struct TapRecord: Sendable {
  private var result: TapResult?
  /// Whether the delegate has been notified of the selection, so that the selected index no longer changes.
  private var isFinal = false

  /// Sets the result of a tap; `nil` if it is not known yet.
  mutating func set(_ newResult: TapResult?) { (result, isFinal) = (newResult, false) }

  /// Records that the delegate is being notified of the selection of item `index`.
  mutating func notifySelection(of index: Int) { (result, isFinal) = (.selected(index), true) }

  /// Returns the result of the last tap and clears it.
  mutating func take() -> TapResult? {
    defer { result = nil }
    return result
  }

  /// Applies edits of content to a selection, unless the delegate has already been notified of the selection.
  mutating func follow(_ edits: ContentEdits) {
    guard case .selected(let index)? = result, !isFinal else { return }
    result = edits.keptIndex(ofItem: index).map { .selected($0) } ?? .aligned
  }

  /// Discards a selection because all items are new, unless the delegate has already been notified of the
  /// selection.
  mutating func forgetItems() { if case .selected? = result, !isFinal { result = .aligned } }
}
