public import Geometry

/// Which way the carousel runs.
extension Carousel {
  /// Which side a horizontal carousel begins on; by default the left. Without effect on a vertical one.
  ///
  /// From right to left everything is the mirror image: places, rotations, and what a finger or a touchpad does. What the
  /// views show is not mirrored, and neither are ``viewpointOffset`` and ``contentOffset``.
  ///
  /// Beyond iCarousel; UIView: `semanticContentAttribute`; Embla: `direction`.
  public var layoutDirection: LayoutDirection {
    get { scrollAxis.direction }
    set {
      guard newValue != scrollAxis.direction else { return }
      scrollAxis.direction = newValue
      axisHasTurned()
    }
  }

  /// How far the line that items follow is turned in the picture, in radians, clockwise if positive; by default 0.
  ///
  /// π/2 on a horizontal carousel is a vertical one. Views stay upright on a row, and a cover flow's sleeves turn about the
  /// line across the axis. From right to left, the turned picture is mirrored.
  ///
  /// Beyond iCarousel.
  public var axisAngle: Double {
    get { scrollAxis.angle }
    set {
      let angle = newValue.finite(or: axisAngle)
      guard angle != axisAngle else { return }
      scrollAxis.angle = angle
      axisHasTurned()
    }
  }

  /// Where later items stand on the screen: a vector of length 1, (1, 0) unless the carousel is vertical, turned or runs from
  /// right to left.
  public var forwardDirection: Point { scrollAxis.forward }

  /// Lays out anew; a drag goes on from where it is.
  func axisHasTurned() {
    scroller.turnAxis()
    measureItems()
    layOut()
  }

  /// Takes the item width from a view that is loaded, along the axis as it runs now; the delegate still has the last word.
  private func measureItems() {
    sizes.areStale = true
    guard let item = loader.loaded.first(where: { !isPlaceholder($0.index) }) ?? loader.loaded.first else {
      return
    }
    let width = scrollAxis.pitch(of: item.view.size)
    if width.isFinite, width > 0 { itemWidth = width }
  }
}
