/// How far beyond the loaded items the data source is told what may be wanted soon.
///
/// Beyond iCarousel; UICollectionView: `prefetchDataSource`.
public struct PrefetchDistance: Hashable, Sendable {
  /// The number of items on the side the carousel moves to, or moved to last; each in `0...10_000`.
  public var ahead: Int
  /// The number of items on the other side.
  public var behind: Int

  /// Names both distances, in items; 0 is none.
  public init(ahead: Int, behind: Int) {
    self.ahead = ahead
    self.behind = behind
  }

  /// This distance with both sides within what is sensible.
  var clamped: PrefetchDistance {
    PrefetchDistance(ahead: min(max(ahead, 0), 10_000), behind: min(max(behind, 0), 10_000))
  }
}
