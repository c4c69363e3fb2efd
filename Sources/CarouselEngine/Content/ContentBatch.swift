/// Several changes of content that are made as one.
package struct ContentBatch: Codable, Sendable {
  /// The changes, which apply one after the other. Each uses the indexes that result from the ones before it.
  package var edits: [ContentEdit]
  /// The completion to call when all changes have ended.
  package var completion: CompletionID?
  /// The item that keeps its position on the screen; `nil` means the current item.
  package var anchor: ItemAnchor?
}
