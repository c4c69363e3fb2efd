internal import JSON

/// The values for the placeholders in a view.
enum ItemValues {
  /// The view is outside of items. Its texts contain no placeholders, and braces are ordinary characters.
  case none
  /// The view belongs to an item with these values.
  case item([String: JSONNode])
  /// The view is in a template that no item uses. A member with a placeholder counts as missing.
  case unknown
}
