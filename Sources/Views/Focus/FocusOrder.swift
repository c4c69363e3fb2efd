package import Geometry

/// The order in which Tab visits views.
package enum FocusOrder {
  /// Returns the indexes of `frames` in reading order: row by row from the top, and within a row from the side
  /// where lines of text begin. Two frames are in the same row if the vertical center of each lies within the
  /// other.
  package static func readingOrder(of frames: [Rect], direction: LayoutDirection) -> [Int] {
    func sorted(_ indexes: [Int], by key: (Rect) -> Double) -> [Int] {
      // Views at the same position keep their order.
      indexes.sorted { (key(frames[$0]), $0) < (key(frames[$1]), $1) }
    }
    var rest = sorted(Array(frames.indices)) { $0.minY }[...]
    var order: [Int] = []
    while let first = rest.first {
      // A frame that begins below the center of the first one is not in its row, and neither is any later one.
      let end = rest.dropFirst().firstIndex { frames[$0].minY > frames[first].center.y } ?? rest.endIndex
      let row = rest[..<end].filter { $0 == first || areBeside(frames[first], frames[$0]) }
      order += sorted(row) { direction == .leftToRight ? $0.minX : -$0.maxX }
      let others = rest[..<end].filter { !row.contains($0) }
      rest = others.isEmpty ? rest[end...] : (others + rest[end...])[...]
    }
    return order
  }

  /// Returns the views of `targets` at which Tab stops: of each group, the focused view, or the selected one, or the first.
  @MainActor static func stops(of targets: [View], focused: View?) -> [View] {
    var stops: [ObjectIdentifier: View] = [:]
    for view in targets {
      guard let group = view.tabGroup.map(ObjectIdentifier.init) else { continue }
      if let stop = stops[group], view !== focused, stop === focused || !view.isTabStopOfGroup { continue }
      stops[group] = view
    }
    return targets.filter { view in view.tabGroup.map { stops[ObjectIdentifier($0)] === view } ?? true }
  }

  /// Whether the vertical center of each frame lies within the other frame.
  private static func areBeside(_ a: Rect, _ b: Rect) -> Bool {
    a.center.y >= b.minY && a.center.y < b.maxY && b.center.y >= a.minY && b.center.y < a.maxY
  }
}

extension View {
  /// The nearest superview that is a focus scope, or the root of the tree.
  package var focusScope: View? { superview?.chain.first { $0.isFocusScope } ?? tree?.root }

  /// The descendants that can have the focus, in reading order. Views inside another focus scope are skipped.
  package var focusTargets: [View] {
    let visible = focusCandidates.filter { $0.acceptsEvents }
    let frames = visible.map { homography(ofSubview: $0)?.boundingBox(of: $0.bounds) }
    let shown = visible.indices.filter { frames[$0] != nil }
    let order = FocusOrder.readingOrder(
      of: shown.map { frames[$0] ?? .zero }, direction: effectiveLayoutDirection)
    return order.flatMap { place in
      let view = visible[shown[place]]
      return (view.canBecomeFocused ? [view] : [])
        + (view.isFocusScope ? [] : view.focusTargets)
    }
  }

  /// Moves the focus to the view, or else to its first descendant that can have the focus.
  package func focusFirst() { if !becomeFocused() { focusTargets.first?.becomeFocused() } }

  /// Whether the view and all its superviews are visible, enabled and receive events.
  public var isReachable: Bool { chain.allSatisfy { $0.acceptsEvents } }
}
