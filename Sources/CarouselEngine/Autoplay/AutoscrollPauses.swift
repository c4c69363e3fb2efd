/// During what a carousel does not move by itself.
///
/// Beyond iCarousel; Embla: `stopOnInteraction`, `stopOnMouseEnter`, `stopOnFocusIn`.
public struct AutoscrollPauses: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// While a finger or a pressed pointer is on it.
  public static let touch = AutoscrollPauses(rawValue: 1 << 0)
  /// While the pointer is over it.
  public static let hover = AutoscrollPauses(rawValue: 1 << 1)
  /// While it has the keyboard.
  public static let focus = AutoscrollPauses(rawValue: 1 << 2)
  /// While nobody can see it.
  public static let hidden = AutoscrollPauses(rawValue: 1 << 3)

  /// All of these.
  public static let all: AutoscrollPauses = [.touch, .hover, .focus, .hidden]
}
