/// The result of the last tap.
struct TapRecord: Sendable {
  private var result: TapResult?
  /// Whether the selection has been notified; from then on its index is final.
  private var isFinal = false

  /// Sets the result of a tap; `nil` while it is not known.
  mutating func set(_ newResult: TapResult?) { (result, isFinal) = (newResult, false) }

  /// Records that the selection of item `index` is notified.
  mutating func notifySelection(of index: Int) { (result, isFinal) = (.selected(index), true) }

  /// Returns the result of the last tap and clears it.
  mutating func take() -> TapResult? {
    defer { result = nil }
    return result
  }

  /// Applies edits of content to a selection that is not notified yet.
  mutating func follow(_ edits: ContentEdits) {
    guard case .selected(let index)? = result, !isFinal else { return }
    if case .kept(let newIndex) = edits.fate(ofItem: index) {
      result = .selected(newIndex)
    } else {
      result = .aligned
    }
  }

  /// All items are new: a tap whose selection has not been notified has selected none of them.
  mutating func forgetItems() {
    if case .selected? = result, !isFinal { result = .aligned }
  }
}
