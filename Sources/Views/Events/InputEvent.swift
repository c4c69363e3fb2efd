public import Input

/// An event of an input device over a window.
///
/// All input enters a tree of views as events of this type: a window converts the events of the compositor, and a test
/// creates them.
///
/// UIKit: `UIEvent`. GTK: `GdkEvent`.
public enum InputEvent: Sendable {
  /// A pointer, such as that of a mouse or touchpad.
  case pointer(PointerAction, InputPoint)
  /// A finger on a touchscreen.
  case touch(TouchAction, InputPoint)
  /// A pen.
  case pen(PenAction, InputPoint)
  /// A turn of a wheel, or a scroll with a touchpad. The point is that of the pointer.
  case scroll(Scroll, InputPoint)
  /// A pinch or a rotation on a touchpad. `pointer` identifies the pointer.
  case pinch(PinchGesture, pointer: Int)
  /// Three or more fingers move together on a touchpad. Views receive no swipes. The point is that of the pointer.
  case swipe(TouchpadGesture, InputPoint)
  /// Fingers rest on a touchpad. Views receive no holds. The point is that of the pointer.
  case hold(TouchpadGesture, InputPoint)
  /// The user drags content over the window, from this program or another one.
  case drag(DragAction, InputPoint)
  /// A key went down or repeats.
  case keyPressed(KeyPress)
  /// A key went up.
  case keyReleased(KeyPress)

  /// An action of a pointer.
  public enum PointerAction: Hashable, Sendable {
    /// The pointer entered the window or moved.
    case moved
    /// A button was pressed; `nil` is a button other than those of ``Contact/Button``, such as a side button. Views
    /// receive no contact of it.
    case pressed(Contact.Button?)
    /// A button was released.
    case released(Contact.Button?)
    /// The pointer left the window. The contacts of its pressed buttons are canceled.
    case left
  }

  /// An action of a finger.
  public enum TouchAction: Hashable, Sendable {
    /// The finger came down.
    case began
    /// The finger moved.
    case moved
    /// The finger was lifted.
    case ended
    /// The touch was lost, for example because the compositor recognized a gesture of its own.
    case canceled
  }

  /// An action of a pen.
  public enum PenAction: Hashable, Sendable {
    /// The tip came down.
    case began
    /// The pen moved, with or without its tip down.
    case moved
    /// The tip was lifted.
    case ended
    /// The pen left the window. If its tip was down, its contact is canceled.
    case left
  }

  /// An action of a drag of content.
  public enum DragAction: Hashable, Sendable {
    /// The drag entered the window.
    case entered
    /// The drag moved, or another action was selected for it, such as a copy instead of a move.
    case moved
    /// The drag left the window or was canceled.
    case left
    /// The content was dropped.
    case dropped
  }
}
