/// Changes of content that are made as one.
package struct ContentBatch: Sendable {
  /// Changes that apply one after the other; each uses the indexes that result from the ones before it.
  package var edits: [ContentEdit]
  /// Called when the changes have ended.
  package var completion: CompletionID?
  /// The item that stays in its position on the screen; `nil` if the offset stays.
  package var anchor: ItemAnchor?
}

/// The item that stays in its position on the screen during changes of content.
package struct ItemAnchor: Sendable {
  /// Its index before the changes. If the item there is removed, its successor takes its position.
  package var oldIndex: Int
  /// Its index, or that of its successor, after the changes.
  package var newIndex: Int
}
