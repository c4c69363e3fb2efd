internal import Geometry

/// Changes of looks that take a while.
extension Carousel {
  /// Shows the changes of looks that a block makes as one change that takes a while.
  ///
  /// That goes for ``type``, ``isVertical``, ``perspective``, ``viewpointOffset``, ``contentOffset``, ``bounds`` and all that
  /// turns the axis. What is set has its value at once, and what moves goes on moving: only the picture goes from the old
  /// look to the new one, slowly at first and at last. Until the end the views of both count as visible, and a tap meets what
  /// is seen. A block that begins while another change is under way goes on from what is seen.
  ///
  /// - Parameters:
  ///   - duration: In seconds; at 0 or less, or if it is no number, the changes are seen at once.
  ///   - animations: Makes the changes; called once, at once.
  ///   - completion: Called exactly once, with the frame that shows the end, or at once if nothing changes. Its argument says
  ///     whether it came that far: `false` if another block has taken over.
  ///
  /// iCarousel: that `type`, `perspective` and others are animatable; UIView: `animate(withDuration:animations:completion:)`.
  public func animate(
    withDuration duration: Double, animations: () -> Void, completion: (@MainActor (Bool) -> Void)? = nil
  ) {
    layOutIfNeeded()
    let completions = completion.map { [$0] } ?? []
    let before = lookSettings
    guard duration > 0 else {
      animations()
      layOutIfNeeded()
      return tell(completions, true)
    }
    if reducesMotion {
      let picture = presentedPicture()
      animations()
      layOutIfNeeded()
      if lookSettings == before { return tell(completions, true) }
      return crossFade(from: picture, completion: completions)
    }
    let old = presentation.transition
    presentation.blocks += 1
    let block = presentation.blocks
    var transition = Transition(
      from: old?.looks(at: frameTime, present: look) ?? [(look, 1)], since: clock,
      duration: duration.finite(or: 0))
    transition.block = block
    presentation.transition = transition
    animations()
    layOutIfNeeded()
    if lookSettings == before {
      if presentation.transition?.block == block { presentation.transition = old }
      return tell(completions, true)
    }
    invalidate()
    if presentation.transition == nil { return tell(completions, true) }
    presentation.transition?.completions += completions
    tell(old?.completions ?? [], false)
  }

  private func tell(_ completions: [Transition.Completion], _ finished: Bool) {
    for completion in completions { completion(finished) }
  }

  /// How the carousel looks, as things are set now.
  var look: Look {
    Look(
      arrangement: arrangement, isCustom: type == .custom, center: center, wraps: isWrapEnabled,
      placeholders: numberOfPlaceholdersShown)
  }

  /// What an animation block may change.
  private struct LookSettings: Equatable {
    var type: CarouselType
    var axis: ScrollAxis
    var perspective: Double
    var viewpointOffset: Size
    var contentOffset: Size
    var bounds: Size
  }

  private var lookSettings: LookSettings {
    LookSettings(
      type: type, axis: scrollAxis, perspective: perspective, viewpointOffset: viewpointOffset,
      contentOffset: contentOffset, bounds: bounds)
  }

  /// The indexes of items that are not near the centre but shown by a picture that passes away.
  var itemsPassingAway: [Int] {
    guard presentation.isChanging else { return [] }
    var indexes: [Int] = []
    for origin in presentation.transition?.origins ?? [] {
      let scroller = origin.look.scroller(like: scroller)
      for index in origin.look.range(in: scroller).indexes(on: scroller.ring) {
        // A placeholder that is not shown any more cannot be asked for.
        if !isPlaceholder(index) || loader.position(of: index) != nil { indexes.append(index) }
      }
    }
    if let fade = presentation.crossFade {
      let views = Set(fade.picture.map { ObjectIdentifier($0.view) })
      for item in loader.loaded where views.contains(ObjectIdentifier(item.view)) {
        indexes.append(item.index)
      }
    }
    return indexes
  }

  /// What the picture at `now` is mixed from; `nil` if only the present look is seen.
  func blend(at now: Timestamp?) -> Blend? {
    guard presentation.isChanging else { return nil }
    var blend = Blend(range: look.range(in: scroller), ring: scroller.ring)
    if let transition = presentation.transition {
      blend.share = transition.passage.progress(at: now)
      blend.origins = transition.origins.map { look, share in
        let scroller = look.scroller(like: scroller)
        return Blend.Origin(
          posing: look.posing(in: self),
          places: ItemPlaces(scroller, itemWidth: look.arrangement.stage.itemWidth), center: look.center,
          range: look.range(in: scroller), share: share * (1 - blend.share))
      }
    }
    if let fade = presentation.crossFade { blend.opacity = fade.passage.progress(at: now) }
    return blend
  }
}
