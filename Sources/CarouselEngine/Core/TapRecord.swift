/// The result of the last tap.
struct TapRecord: Sendable {
  private var result: TapResult?
  /// Whether the delegate has been notified of the selection; then its index does not change anymore.
  private var isFinal = false

  /// Sets the result of a tap; `nil` while it is not known.
  mutating func set(_ newResult: TapResult?) { (result, isFinal) = (newResult, false) }

  /// Records that the delegate is notified of the selection of item `index`.
  mutating func notifySelection(of index: Int) { (result, isFinal) = (.selected(index), true) }

  /// Returns the result of the last tap and clears it.
  mutating func take() -> TapResult? {
    defer { result = nil }
    return result
  }

  /// Applies edits of content to a selection of which the delegate has not been notified.
  mutating func follow(_ edits: ContentEdits) {
    guard case .selected(let index)? = result, !isFinal else { return }
    if case .kept(let newIndex) = edits.fate(ofItem: index) {
      result = .selected(newIndex)
    } else {
      result = .aligned
    }
  }

  /// Discards a selection of which the delegate has not been notified, because all items are new.
  mutating func forgetItems() {
    if case .selected? = result, !isFinal { result = .aligned }
  }
}
