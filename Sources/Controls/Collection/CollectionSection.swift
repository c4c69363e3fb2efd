/// Items of a collection view below a header.
///
/// UIKit: a section of `NSDiffableDataSourceSnapshot`.
public struct CollectionSection<Item: Identifiable> {
  /// The text of the header; `nil` for a section without a header.
  public var title: String?
  /// The items of the section.
  public var items: [Item]

  /// Creates a section.
  public init(_ items: [Item], title: String? = nil) { (self.items, self.title) = (items, title) }

  var shape: CollectionArrangement.SectionShape {
    CollectionArrangement.SectionShape(count: items.count, hasHeader: title != nil)
  }
}
