internal import Geometry

/// From where an item is to how it looks: all of it that is the same for every item of a picture.
@MainActor
struct Posing {
  private let layout: Layout
  private let stage: Stage
  private let fade: Fade
  private let backs: Backs
  private let scrollAxis: ScrollAxis
  /// What changes items on top of the layout; `nil` if nothing does.
  private let effects: ItemEffects?
  /// Who decides on the transforms; `nil` if the layout does.
  private let custom: CustomLayout?

  /// Takes from an arrangement what poses follow from.
  ///
  /// - Parameter toggle: How far the sleeves of a `coverFlow2` have turned.
  init(_ arrangement: borrowing Arrangement, toggle: Double, custom: CustomLayout? = nil) {
    layout = arrangement.layout
    var stage = arrangement.stage
    stage.toggle = toggle
    self.stage = stage
    fade = arrangement.fade
    backs = arrangement.backs
    scrollAxis = arrangement.scrollAxis
    effects = arrangement.effects.list.isEmpty ? nil : arrangement.effects
    self.custom = custom
  }

  /// Returns how the item that stands at `spot` is seen on the screen.
  @inline(__always)
  func pose(at spot: Spot, isDoubleSided: Bool) -> Pose {
    var pose = Pose(transform: transform(at: spot), alpha: fade.alpha(at: spot.offset))
    if let effects { effects.apply(to: &pose, at: spot.offset, axis: stage.axis) }
    pose.isHidden = pose.isHidden || backs.hide(pose.transform, isDoubleSided: isDoubleSided)
    pose.transform = scrollAxis.onScreen(pose.transform)
    return pose
  }

  /// Returns where the layout, or the delegate, puts the item that stands at `spot`, before it is turned and mirrored for the
  /// screen; never anything but finite numbers.
  @inline(__always)
  func transform(at spot: Spot) -> Transform3D {
    let spot = effects?.spread.spot(for: spot) ?? spot
    if let custom { return custom.transform(at: spot.place, base: stage.base) }
    let transform = layout.transform(at: spot, on: stage)
    return transform.isDrawable ? transform : stage.base
  }
}

/// The delegate of a `custom` carousel, who decides on the transforms.
@MainActor
struct CustomLayout {
  let carousel: Carousel
  let delegate: any CarouselDelegate

  /// Returns what an item `offset` item widths from the centre goes through; never anything but finite numbers.
  func transform(at offset: Double, base: Transform3D) -> Transform3D {
    let transform = delegate.carousel(carousel, itemTransformForOffset: offset, baseTransform: base)
    return transform.isDrawable ? transform : base
  }
}

extension Look {
  /// Returns how items look with this look.
  @MainActor
  func posing(in carousel: Carousel) -> Posing {
    let custom = isCustom ? carousel.delegate.map { CustomLayout(carousel: carousel, delegate: $0) } : nil
    return Posing(arrangement, toggle: carousel.toggle, custom: custom)
  }
}
