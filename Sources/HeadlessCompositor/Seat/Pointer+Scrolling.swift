extension Pointer {
  /// Turns the wheel. No effect if no surface has the focus.
  ///
  /// - Parameters:
  ///   - notches: The number of notches, positive for down or right. Fractions are high-resolution steps.
  ///   - axis: The scroll axis.
  ///
  /// Wayland: `wl_pointer.axis_value120`, `wl_pointer.axis_discrete`, `wl_pointer.axis`.
  public func scroll(notches: Double, axis: Axis = .vertical) {
    guard isPresent, let focus else { return }
    let wireAxis = WlPointerResource.Axis(rawValue: axis.rawValue)
    let remainder = (wheelRemainder[axis] ?? 0) + notches
    let whole = remainder.rounded(.towardZero)
    wheelRemainder[axis] = remainder - whole
    for object in objects.of(focus) {
      object.wire?.sendAxisSource(axisSource: .wheel)
      if object.version >= 8 {
        object.wire?.sendAxisValue120(axis: wireAxis, value120: Int32((notches * 120).rounded()))
      } else if whole != 0 {
        object.wire?.sendAxisDiscrete(axis: wireAxis, discrete: Int32(whole))
      }
      sendDirection(of: wireAxis, to: object)
      // One notch is 15 degrees, and compositors send the distance 15 for it.
      object.wire?.sendAxis(time: timestamp, axis: wireAxis, value: notches * 15)
    }
    finishFrame()
  }

  /// Scrolls with two fingers on a touchpad; `endScroll(_:)` lifts them.
  ///
  /// - Parameters:
  ///   - dx: The distance to the right, in logical pixels.
  ///   - dy: The distance down, in logical pixels.
  ///
  /// Wayland: `wl_pointer.axis`.
  public func scroll(dx: Double = 0, dy: Double) {
    guard isPresent, let focus else { return }
    for object in objects.of(focus) {
      object.wire?.sendAxisSource(axisSource: .finger)
      for (axis, distance) in [(WlPointerResource.Axis.horizontalScroll, dx), (.verticalScroll, dy)]
      where distance != 0 {
        sendDirection(of: axis, to: object)
        object.wire?.sendAxis(time: timestamp, axis: axis, value: distance)
      }
    }
    finishFrame()
  }

  /// Lifts the fingers from the touchpad, which ends a finger scroll.
  ///
  /// - Parameter axes: The axes that stop.
  ///
  /// Wayland: `wl_pointer.axis_stop`.
  public func endScroll(_ axes: [Axis] = [.vertical]) {
    guard isPresent, let focus else { return }
    for object in objects.of(focus) {
      object.wire?.sendAxisSource(axisSource: .finger)
      for axis in axes {
        object.wire?.sendAxisStop(time: timestamp, axis: .init(rawValue: axis.rawValue))
      }
    }
    finishFrame()
  }

  /// Sends whether the scroll is inverted to clients of wl_pointer 9.
  private func sendDirection(of axis: WlPointerResource.Axis, to object: Resource<WlPointerResource>) {
    object.wire?.sendAxisRelativeDirection(
      axis: axis, direction: isScrollingInverted ? .inverted : .identical)
  }
}
