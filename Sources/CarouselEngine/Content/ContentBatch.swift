/// Several changes of content that are made together.
package struct ContentBatch: Codable, Sendable {
  /// The changes, which apply one after the other. The indexes of each change refer to the content after the
  /// preceding changes.
  package var edits: [ContentEdit]
  /// The completion to call when all changes have ended.
  package var completion: CompletionID?
  /// The item that keeps its position on the screen; `nil` means the current item.
  package var anchor: ItemAnchor?
}
