/// The methods that supply a carousel with its number of items and their views.
///
/// iCarousel: `iCarouselDataSource`.
@MainActor
public protocol CarouselDataSource: AnyObject {
  /// Returns the number of items; a negative number counts as 0.
  ///
  /// iCarousel: `numberOfItemsInCarousel:`.
  func numberOfItems(in carousel: Carousel) -> Int

  /// Returns the view that shows item `index`.
  ///
  /// - Parameters:
  ///   - index: In `0..<numberOfItems`.
  ///   - view: A view that the data source can fill with new content and return; `nil` if there is no such
  ///     view. The data source must not return a view that shows another item.
  ///
  /// iCarousel: `carousel:viewForItemAtIndex:reusingView:`.
  func carousel(_ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?) -> any ItemView

  /// Returns the reuse identifier of item `index`, which names the kind of its view; by default `nil`.
  ///
  /// A view is offered for reuse only to items with the same reuse identifier.
  ///
  /// - Parameter index: In `0..<numberOfItems`.
  ///
  /// Beyond iCarousel; UICollectionView: `dequeueReusableCell(withReuseIdentifier:for:)`.
  func carousel(_ carousel: Carousel, reuseIdentifierForItemAt index: Int) -> String?

  /// Prepares items that may become visible soon, the most urgent first. By default this method does nothing.
  ///
  /// See ``Carousel/prefetchDistance``.
  ///
  /// - Parameter indexes: In `0..<numberOfItems`.
  ///
  /// Beyond iCarousel; UICollectionView: `collectionView(_:prefetchItemsAt:)`.
  func carousel(_ carousel: Carousel, prefetchItemsAt indexes: [Int])

  /// Cancels the preparation of items that are no longer likely to become visible. By default this method
  /// does nothing.
  ///
  /// - Parameter indexes: In `0..<numberOfItems`.
  ///
  /// Beyond iCarousel; UICollectionView: `collectionView(_:cancelPrefetchingForItemsAt:)`.
  func carousel(_ carousel: Carousel, cancelPrefetchingForItemsAt indexes: [Int])

  /// Moves an item that the user has dropped.
  ///
  /// The data source must move the item in its own content before this method returns. The carousel has
  /// already moved the item and keeps its view, so do not call
  /// ``Carousel/moveItem(at:to:animated:completion:)`` for this move. If this method makes other changes of
  /// content, their indexes are those after the move.
  ///
  /// - Parameters:
  ///   - index: The item's index.
  ///   - newIndex: The item's index after the move. It differs from `index`, and both are in
  ///     `0..<numberOfItems`.
  /// - Returns: Whether the data source has moved the item; by default `false`. If `false`, the item returns
  ///   to its index.
  ///
  /// Beyond iCarousel; UICollectionView: `collectionView(_:moveItemAt:to:)`.
  func carousel(_ carousel: Carousel, moveItemAt index: Int, to newIndex: Int) -> Bool

  /// Returns the number of placeholders that fill the sides of a carousel that does not wrap; by default 0.
  ///
  /// If the number is odd, there is one more placeholder before the first item than after the last.
  ///
  /// iCarousel: `numberOfPlaceholdersInCarousel:`.
  func numberOfPlaceholders(in carousel: Carousel) -> Int

  /// Returns the view that shows placeholder `index`; by default an empty view.
  ///
  /// - Parameters:
  ///   - index: In `0..<numberOfPlaceholders`. Indexes count by position: the placeholders before the first
  ///     item, then those after the last.
  ///   - view: A view that showed a placeholder and can be reused; `nil` if there is no such view.
  ///
  /// iCarousel: `carousel:placeholderViewAtIndex:reusingView:`.
  func carousel(_ carousel: Carousel, placeholderViewAt index: Int, reusing view: (any ItemView)?)
    -> any ItemView
}

extension CarouselDataSource {
  public func carousel(_ carousel: Carousel, reuseIdentifierForItemAt index: Int) -> String? { nil }
  public func carousel(_ carousel: Carousel, prefetchItemsAt indexes: [Int]) {}
  public func carousel(_ carousel: Carousel, cancelPrefetchingForItemsAt indexes: [Int]) {}

  public func carousel(_ carousel: Carousel, moveItemAt index: Int, to newIndex: Int) -> Bool { false }

  public func numberOfPlaceholders(in carousel: Carousel) -> Int { 0 }

  public func carousel(
    _ carousel: Carousel, placeholderViewAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView {
    view ?? EmptyItemView()
  }
}
