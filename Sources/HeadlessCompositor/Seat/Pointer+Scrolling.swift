extension Pointer {
  /// Turns the wheel.
  ///
  /// - Parameters:
  ///   - notches: How far; positive is down or right; fractions for wheels of high resolution.
  ///   - axis: Along which axis.
  ///
  /// Wayland: `wl_pointer.axis_value120`, `wl_pointer.axis_discrete`.
  public func scroll(notches: Double, axis: Axis = .vertical) {
    guard let compositor, isPresent, let focus else { return }
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
      // 15 degrees make a notch, and 15 is what compositors send for one.
      object.wire?.sendAxis(time: compositor.milliseconds, axis: wireAxis, value: notches * 15)
    }
    finishFrame()
  }

  /// Moves two fingers on a touchpad; end with `endScroll()` when they are lifted.
  ///
  /// - Parameters:
  ///   - dx: To the right, in units of length.
  ///   - dy: Down, in units of length.
  ///
  /// Wayland: `wl_pointer.axis`.
  public func scroll(dx: Double = 0, dy: Double) {
    guard let compositor, isPresent, let focus else { return }
    for object in objects.of(focus) {
      object.wire?.sendAxisSource(axisSource: .finger)
      if dx != 0 { object.wire?.sendAxis(time: compositor.milliseconds, axis: .horizontalScroll, value: dx) }
      if dy != 0 { object.wire?.sendAxis(time: compositor.milliseconds, axis: .verticalScroll, value: dy) }
    }
    finishFrame()
  }

  /// Lifts the fingers that scrolled.
  ///
  /// - Parameter axes: The axes that come to rest.
  ///
  /// Wayland: `wl_pointer.axis_stop`.
  public func endScroll(_ axes: [Axis] = [.vertical]) {
    guard let compositor, isPresent, let focus else { return }
    for object in objects.of(focus) {
      object.wire?.sendAxisSource(axisSource: .finger)
      for axis in axes {
        object.wire?.sendAxisStop(time: compositor.milliseconds, axis: .init(rawValue: axis.rawValue))
      }
    }
    finishFrame()
  }
}
