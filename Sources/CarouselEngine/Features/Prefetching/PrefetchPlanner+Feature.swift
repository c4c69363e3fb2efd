extension PrefetchPlanner: Feature {
  static let inputs: [any FeatureInput.Type] = [PrefetchDistance.self]

  static func settings(_ core: borrowing CarouselCore) -> (any FeatureInput)? {
    core.features.prefetch.distance
  }

  static func handle(_ step: CoreStep, in core: inout CarouselCore) -> Bool {
    switch step {
    case .reload: _ = core.forgetPrefetches()
    case .edited(let edits, _):
      if core.features.prefetch.isOn, !edits.onlyReloads { core.features.prefetch.follow(edits) }
    default: break
    }
    return false
  }

  static func takeLastEffect(from core: inout CarouselCore) -> CarouselEffect? { core.nextPrefetch() }
}

extension PrefetchDistance: FeatureInput {
  func apply(to core: inout CarouselCore, at moment: Moment) { core.features.prefetch.distance = clamped }
}

extension CarouselCore {
  /// Forgets the items that the data source was asked to prefetch.
  ///
  /// - Returns: These items. Their prefetch is no longer needed.
  package mutating func forgetPrefetches() -> [Int] { features.prefetch.forgetAll() }

  /// Returns the next prefetch, or cancellation of a prefetch, to notify the data source of; `nil` if there
  /// is none.
  fileprivate mutating func nextPrefetch() -> CarouselEffect? {
    guard features.prefetch.isOn, hasDataSource, !content.isGathering, !staleness.needsLayout, agenda.isEmpty
    else {
      return nil
    }
    guard scroller.row.count == content.numberOfItems else { return nil }
    if !needsUpdate { features.prefetch.update(at: visibleRange, row: scroller.row) }
    guard features.prefetch.isDue else { return nil }
    let loader = loader
    let canceled = features.prefetch.takeCanceled { loader.position(of: $0) != nil }
    if !canceled.isEmpty {
      return .feature { $0.dataSource?.carousel($0, cancelPrefetchingForItemsAt: canceled) }
    }
    let wanted = features.prefetch.takeRequested { loader.position(of: $0) != nil }
    guard !wanted.isEmpty else { return nil }
    return .feature { $0.dataSource?.carousel($0, prefetchItemsAt: wanted) }
  }
}
