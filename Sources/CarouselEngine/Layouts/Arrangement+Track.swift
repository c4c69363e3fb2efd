internal import Geometry

/// Items of different widths.
extension Arrangement {
  /// Lays the track for the widths that the delegate said, or leaves it if nothing has changed.
  mutating func layTrack(_ shape: TrackRule.Shape, _ input: ArrangementInput, spacing: Double) {
    track = nil
    guard let sizes = input.sizes else { return }
    let rule = TrackRule(shape, itemWidth: input.itemWidth, spacing: spacing)
    if let former = input.track, former.rule == rule, former.ring == input.ring,
      former.generation == sizes.generation
    {
      track = former
    } else {
      track = ItemTrack(
        widths: sizes.widths, wraps: input.ring.wraps, rule: rule, generation: sizes.generation)
    }
  }

  /// Returns how far from the centre, in nominal pitches, items are seen; `nil` where only a number limits them.
  func reach(_ input: ArrangementInput) -> Double? {
    guard let track else { return nil }
    let pitch = track.rule.itemWidth * track.rule.spacing * effects.spread.leastPitch
    switch input.type {
    case .linear, .coverFlow, .coverFlow2:
      let reach =
        (scrollAxis.extent(of: input.bounds) / 2 + abs(scrollAxis.along(input.contentOffset))) / pitch
      return reach.isFinite ? reach : nil
    case .rotary, .cylinder: return track.turn / 2
    case .invertedRotary, .invertedCylinder: return track.turn / 4
    case .wheel, .invertedWheel: return isWholeWheelSeen ? track.turn / 2 : track.turn / 4
    case .timeMachine, .invertedTimeMachine, .custom: return nil
    }
  }

  /// Returns the items that are seen where they have different widths; `nil` where only a number limits them.
  func seenRange(_ input: ArrangementInput) -> VisibleRange? {
    guard let track, let reach = reach(input) else { return nil }
    let most =
      input.type.isRing
      ? input.maximumVisibleItems
      : max(input.maximumVisibleItems, Int(scrollAxis.extent(of: input.bounds)))
    let isRow = input.type == .linear || input.type.isCoverFlow
    return VisibleRange(
      within: reach, of: input.scrollOffset, on: track,
      shift: isRow ? shift / (track.rule.itemWidth * track.rule.spacing) : 0,
      most: min(most, Self.mostVisibleItems),
      placeholders: input.total - input.ring.count)
  }
}
