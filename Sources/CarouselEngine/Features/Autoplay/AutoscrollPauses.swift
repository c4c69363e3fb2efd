/// The conditions that pause autoscroll and autoplay.
///
/// Beyond iCarousel; Embla: `stopOnInteraction`, `stopOnMouseEnter`, `stopOnFocusIn`.
public struct AutoscrollPauses: OptionSet, Hashable, Codable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A finger or a pressed pointer touches the carousel.
  public static let touch = AutoscrollPauses(rawValue: 1 << 0)
  /// The pointer is over the carousel.
  public static let hover = AutoscrollPauses(rawValue: 1 << 1)
  /// The carousel has keyboard focus.
  public static let focus = AutoscrollPauses(rawValue: 1 << 2)
  /// The code that displays the carousel has reported that the carousel is not visible:
  /// ``Carousel/isOffscreen``.
  public static let offscreen = AutoscrollPauses(rawValue: 1 << 3)

  /// The carousel has keyboard focus, and an assistive technology reads it. This condition always pauses.
  ///
  /// WAI-ARIA: the carousel pattern, "rotation stops when keyboard focus enters".
  package static let reading = AutoscrollPauses(rawValue: 1 << 4)

  /// All conditions that an application can choose.
  public static let all: AutoscrollPauses = [.touch, .hover, .focus, .offscreen]
}
