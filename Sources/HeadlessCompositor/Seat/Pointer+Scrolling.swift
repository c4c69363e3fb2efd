extension Pointer {
  /// Turns the wheel. No effect if no surface has the focus.
  ///
  /// - Parameters:
  ///   - notches: The number of notches, positive for down or right. Fractions are high-resolution steps.
  ///   - axis: The scroll axis.
  ///
  /// Wayland: `wl_pointer.axis_value120`, `wl_pointer.axis_discrete`, `wl_pointer.axis`.
  public func scroll(notches: Double, axis: Axis = .vertical) {
    guard isPresent, focus != nil else { return }
    let remainder = (wheelRemainder[axis] ?? 0) + notches
    let whole = remainder.rounded(.towardZero)
    wheelRemainder[axis] = remainder - whole
    var frame = ScrollFrame(source: .wheel)
    // One notch is 15 degrees, and compositors send the distance 15 for it.
    frame[.init(rawValue: axis.rawValue)] = ScrollFrame.Motion(
      distance: notches * 15, value120: Int32((notches * 120).rounded()),
      discrete: whole == 0 ? nil : Int32(whole))
    send(frame)
  }

  /// Scrolls with two fingers on a touchpad; `endScroll(_:)` lifts them.
  ///
  /// - Parameters:
  ///   - dx: The distance to the right, in logical pixels.
  ///   - dy: The distance down, in logical pixels.
  ///
  /// Wayland: `wl_pointer.axis`.
  public func scroll(dx: Double = 0, dy: Double) {
    var frame = ScrollFrame(source: .finger)
    if dx != 0 { frame[.horizontalScroll].distance = dx }
    if dy != 0 { frame[.verticalScroll].distance = dy }
    send(frame)
  }

  /// Lifts the fingers from the touchpad, which ends a finger scroll.
  ///
  /// - Parameter axes: The axes that stop.
  ///
  /// Wayland: `wl_pointer.axis_stop`.
  public func endScroll(_ axes: [Axis] = [.vertical]) {
    var frame = ScrollFrame(source: .finger)
    for axis in axes { frame[.init(rawValue: axis.rawValue)].isStop = true }
    send(frame)
  }

  /// Sends a group of scroll events to the focused client.
  func send(_ frame: ScrollFrame) {
    guard isPresent, let focus else { return }
    for object in objects.of(focus) {
      guard let wire = object.wire else { continue }
      if let source = frame.source { wire.sendAxisSource(axisSource: source) }
      for (axis, motion) in frame.motions {
        if object.version >= 8 {
          if let value120 = motion.value120 { wire.sendAxisValue120(axis: axis, value120: value120) }
        } else if let discrete = motion.discrete {
          wire.sendAxisDiscrete(axis: axis, discrete: discrete)
        }
        if motion.distance != 0 {
          wire.sendAxisRelativeDirection(
            axis: axis, direction: isScrollingInverted ? .inverted : .identical)
          wire.sendAxis(time: timestamp, axis: axis, value: motion.distance)
        }
        if motion.isStop { wire.sendAxisStop(time: timestamp, axis: axis) }
      }
    }
    finishFrame()
  }
}

/// Scroll events that belong together.
///
/// Wayland: `wl_pointer.frame`.
struct ScrollFrame {
  /// The events of one axis.
  struct Motion {
    /// In logical pixels.
    var distance = 0.0
    /// 120 for each notch; for clients of wl_pointer 8.
    var value120: Int32?
    /// Whole notches; for older clients.
    var discrete: Int32?
    /// Whether the scrolling ends.
    var isStop = false
  }

  var source: WlPointerResource.AxisSource?
  private(set) var motions: [(axis: WlPointerResource.Axis, motion: Motion)] = []

  var isEmpty: Bool { motions.isEmpty }

  subscript(axis: WlPointerResource.Axis) -> Motion {
    get { motions.first { $0.axis == axis }?.motion ?? Motion() }
    set {
      if let index = motions.firstIndex(where: { $0.axis == axis }) {
        motions[index].motion = newValue
      } else {
        motions.append((axis, newValue))
      }
    }
  }
}
