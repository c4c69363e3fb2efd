/// Tells a carousel how many items there are, and supplies their views.
///
/// iCarousel: `iCarouselDataSource`.
@MainActor
public protocol CarouselDataSource: AnyObject {
  /// Returns the number of items; negative counts as 0.
  ///
  /// iCarousel: `numberOfItemsInCarousel:`.
  func numberOfItems(in carousel: Carousel) -> Int

  /// Returns the view that shows item `index`.
  ///
  /// - Parameters:
  ///   - index: In `0..<numberOfItems`.
  ///   - view: A view that is no longer needed, to be filled anew and returned, or `nil`. A view must not be returned
  ///     while it shows another item.
  ///
  /// iCarousel: `carousel:viewForItemAtIndex:reusingView:`.
  func carousel(_ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?) -> any ItemView

  /// Returns the kind of view that shows item `index`, or `nil` for no particular kind; by default `nil`.
  ///
  /// A view is only offered for reuse to items of its own kind.
  ///
  /// - Parameter index: In `0..<numberOfItems`.
  ///
  /// Beyond iCarousel; UICollectionView: `dequeueReusableCell(withReuseIdentifier:for:)`.
  func carousel(_ carousel: Carousel, reuseIdentifierForItemAt index: Int) -> String?

  /// Takes note of items that may be shown soon, the most urgent first; by default without effect.
  ///
  /// See ``Carousel/prefetchDistance``.
  ///
  /// - Parameter indexes: In `0..<numberOfItems`.
  ///
  /// Beyond iCarousel; UICollectionView: `collectionView(_:prefetchItemsAt:)`.
  func carousel(_ carousel: Carousel, prefetchItemsAt indexes: [Int])

  /// Takes note of items that were to be prepared and need not be, ascending; by default without effect.
  ///
  /// - Parameter indexes: In `0..<numberOfItems`.
  ///
  /// Beyond iCarousel; UICollectionView: `collectionView(_:cancelPrefetchingForItemsAt:)`.
  func carousel(_ carousel: Carousel, cancelPrefetchingForItemsAt indexes: [Int])

  /// Returns the number of placeholders that fill the sides of a carousel that does not wrap; by default 0.
  ///
  /// Of an odd number there is one more before the first item.
  ///
  /// iCarousel: `numberOfPlaceholdersInCarousel:`.
  func numberOfPlaceholders(in carousel: Carousel) -> Int

  /// Returns the view that shows placeholder `index`; by default an empty one.
  ///
  /// - Parameters:
  ///   - index: In `0..<numberOfPlaceholders`; those before the first item first, counted from the outside to the items.
  ///   - view: A placeholder's view that is no longer needed, or `nil`.
  ///
  /// iCarousel: `carousel:placeholderViewAtIndex:reusingView:`.
  func carousel(_ carousel: Carousel, placeholderViewAt index: Int, reusing view: (any ItemView)?)
    -> any ItemView
}

extension CarouselDataSource {
  public func carousel(_ carousel: Carousel, reuseIdentifierForItemAt index: Int) -> String? { nil }
  public func carousel(_ carousel: Carousel, prefetchItemsAt indexes: [Int]) {}
  public func carousel(_ carousel: Carousel, cancelPrefetchingForItemsAt indexes: [Int]) {}

  public func numberOfPlaceholders(in carousel: Carousel) -> Int { 0 }

  public func carousel(
    _ carousel: Carousel, placeholderViewAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView {
    view ?? EmptyItemView()
  }
}
