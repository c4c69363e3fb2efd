/// Changes of content that are made as one.
package struct ContentBatch: Codable, Sendable {
  /// Changes that apply one after the other; each uses the indexes that result from the ones before it.
  package var edits: [ContentEdit]
  /// Called when the changes have ended.
  package var completion: CompletionID?
  /// The item that stays in its position on the screen; `nil` means the current item.
  package var anchor: ItemAnchor?
}
