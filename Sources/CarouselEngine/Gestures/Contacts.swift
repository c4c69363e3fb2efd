/// What touches the carousel: a finger or pressed pointer, a wheel, a touchpad.
struct Contacts {
  /// The finger or pointer that is followed; others are ignored until it is lifted.
  var drag: DragRecognizer?
  var wheel = WheelSteps()
  /// How far a touchpad has scrolled in this gesture, in points; `nil` if there is none.
  var touchpad: Double?
}
