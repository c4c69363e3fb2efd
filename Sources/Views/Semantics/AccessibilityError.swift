/// The reason why an element was not found or an action was not performed.
public enum AccessibilityError: Error, Hashable, CustomStringConvertible {
  /// The element has left the window, or its view shows another item now.
  case gone
  /// The element has no such action, is disabled, or is behind an alert. `available` lists the actions that it has.
  case unavailable(action: String, available: String)
  /// No element matches. `present` lists the elements that are there, one a line.
  case notFound(element: String, present: String)
  /// More than one element matches. `matches` lists them, one a line.
  case ambiguous(element: String, matches: String)

  public var description: String {
    switch self {
    case .gone: "The element is gone."
    case .unavailable(let action, let available):
      "The action “\(action)” is not available. Available: \(available.isEmpty ? "none" : available)."
    case .notFound(let element, let present): "There is no \(element). These elements are there:\n\(present)"
    case .ambiguous(let element, let matches): "There is more than one \(element):\n\(matches)"
    }
  }
}
