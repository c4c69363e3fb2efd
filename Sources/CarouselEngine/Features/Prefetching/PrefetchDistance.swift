/// The number of items beyond the loaded items that the data source is asked to prepare.
///
/// Beyond iCarousel; UICollectionView: `prefetchDataSource`.
public struct PrefetchDistance: Hashable, Codable, Sendable {
  /// The number of items to prefetch in the direction of the current or last motion, in `0...10_000`.
  public var ahead: Int
  /// The number of items to prefetch on the other side, in `0...10_000`.
  public var behind: Int

  /// Creates a distance from the numbers of items on both sides. 0 means that no item is prefetched on that
  /// side.
  public init(ahead: Int, behind: Int) {
    self.ahead = ahead
    self.behind = behind
  }

  /// This distance with both sides clamped to `0...10_000`.
  var clamped: PrefetchDistance {
    PrefetchDistance(ahead: min(max(ahead, 0), 10_000), behind: min(max(behind, 0), 10_000))
  }
}
