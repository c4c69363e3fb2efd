/// Something that a user of an assistive technology, or a test, can do with an element.
///
/// UIKit: `UIAccessibilityCustomAction`. AT-SPI: `org.a11y.atspi.Action`.
public struct AccessibilityAction {
  /// The name of an action.
  public enum Name: Hashable, Sendable, CustomStringConvertible {
    /// Does what a tap does. UIKit: `accessibilityActivate`.
    case activate
    /// Increases the value by a step. UIKit: `accessibilityIncrement`.
    case increment
    /// Decreases the value by a step. UIKit: `accessibilityDecrement`.
    case decrement
    /// Shows the next item.
    case next
    /// Shows the previous item.
    case previous
    /// Gives the focus to the element.
    case focus
    /// Scrolls until the element is visible. UIKit: `accessibilityScroll`.
    case scrollToVisible
    /// An action of the application, with a name for the user.
    case custom(String)

    public var description: String {
      switch self {
      case .activate: "activate"
      case .increment: "increment"
      case .decrement: "decrement"
      case .next: "next"
      case .previous: "previous"
      case .focus: "focus"
      case .scrollToVisible: "scroll to visible"
      case .custom(let name): name
      }
    }
  }

  /// The name.
  public let name: Name
  /// Performs the action. The action may remove the view.
  public let perform: @MainActor () -> Void

  /// Creates an action.
  public init(_ name: Name, perform: @escaping @MainActor () -> Void) {
    (self.name, self.perform) = (name, perform)
  }
}
