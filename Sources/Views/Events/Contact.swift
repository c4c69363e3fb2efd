public import Geometry
public import Input

/// A finger, a pen or a pressed pointer button, from its beginning to its end.
///
/// A contact has a position in the coordinates of each view, also in a tilted item: see ``location(in:)``.
///
/// UIKit: `UITouch`.
public struct Contact: Sendable {
  /// The kind of a contact.
  public enum Kind: Hashable, Sendable {
    /// A pressed button of a mouse or touchpad.
    case pointer(Button)
    /// A finger.
    case touch
    /// The tip of a pen.
    case pen
  }
  /// A pointer button.
  public enum Button: Hashable, Sendable, CaseIterable {
    /// The left button, or the right button of a left-handed mouse.
    case primary
    /// The right button, which opens menus.
    case secondary
    /// The middle button.
    case middle
  }

  /// Identifies the contact until it ends.
  public let id: Int
  /// The type of the contact: a finger, a pen or a pointer button.
  public let kind: Kind
  /// 1 for a single press, 2 for the second press of a double click or double tap, and so on.
  public package(set) var tapCount: Int
  /// The modifier keys that are held.
  public package(set) var modifiers: KeyModifiers
  /// The time of the last event.
  public package(set) var timestamp: Timestamp
  /// The time when the contact began, or when it was handed over (see ``isHandedOver``).
  public package(set) var startTimestamp: Timestamp
  /// Whether another view has claimed the contact and then handed it over, as a list does at its end. The
  /// contact is then already a drag.
  public package(set) var isHandedOver = false

  /// A position of a contact at a time.
  struct Sample: Sendable {
    /// In the root view's coordinates.
    let position: Point
    let time: Timestamp
  }
  /// The positions of the movements since the last event, the oldest first; empty if the event is not a movement.
  var samples: [Sample] = []

  /// The position in the root view's coordinates.
  package var position: Point
  /// The position in the root view's coordinates where the contact began or was handed over.
  package var startPosition: Point
  /// The velocity of the contact, in points of the root view per second.
  package var rootVelocity = Point.zero

  /// Creates a new contact, for passing it to ``Responder/contactBegan(_:)``.
  ///
  /// - Parameters:
  ///   - id: Identifies the contact until it ends.
  ///   - kind: The type of the contact: a finger, a pen or a pointer button.
  ///   - position: The position in the root view's coordinates.
  ///   - time: The time of the event.
  ///   - tapCount: 2 for the second press of a double click.
  ///   - modifiers: The modifier keys that are held.
  public init(
    id: Int, kind: Kind = .touch, at position: Point, time: Timestamp, tapCount: Int = 1,
    modifiers: KeyModifiers = []
  ) {
    (self.id, self.kind, self.position, startPosition) = (id, kind, position, position)
    (timestamp, startTimestamp, self.tapCount, self.modifiers) = (time, time, tapCount, modifiers)
  }

  /// Whether the contact is a finger, a pen or the primary button.
  public var isPrimary: Bool {
    if case .pointer(let button) = kind { button == .primary } else { true }
  }

  /// Returns the position in the coordinates of `view`.
  ///
  /// If `view` is tilted and the contact lies beyond its horizon, returns the last position before the horizon
  /// on the line from the start of the contact.
  ///
  /// UIKit: `locationInView:`.
  @MainActor
  public func location(in view: View) -> Point { location(of: position, in: view) }

  /// Returns the locations of all movements since the last event, with their times, the oldest first. The last one is the
  /// current location.
  ///
  /// A view receives at most one event of a contact in a frame, but a mouse may move a thousand times a second. A view
  /// that draws a line or measures a velocity needs all positions.
  ///
  /// UIKit: `coalescedTouchesForTouch:`. Android: `MotionEvent.getHistoricalX`.
  @MainActor
  public func coalescedLocations(in view: View) -> [(location: Point, timestamp: Timestamp)] {
    guard samples.count > 1 else { return [(location(in: view), timestamp)] }
    let map = view.homography(to: nil)?.inverse
    return samples.map { (location(of: $0.position, in: view, map), $0.time) }
  }

  /// Returns where the contact began or was handed over, in the coordinates of `view`.
  @MainActor
  public func startLocation(in view: View) -> Point { location(of: startPosition, in: view) }

  /// Returns how far the contact has moved since it began or was handed over, in the coordinates of `view`.
  ///
  /// UIKit: `UIPanGestureRecognizer.translationInView:`.
  @MainActor
  public func translation(in view: View) -> Point { location(in: view) - startLocation(in: view) }

  /// Returns the velocity in points of `view` per second. It decreases while the contact does not move.
  ///
  /// UIKit: `UIPanGestureRecognizer.velocityInView:`.
  @MainActor
  public func velocity(in view: View) -> Point {
    let step = 0.01  // seconds; short enough for the perspective to be nearly linear
    return (location(of: position + rootVelocity * step, in: view) - location(in: view)) * (1 / step)
  }

  @MainActor
  private func location(of point: Point, in view: View) -> Point {
    location(of: point, in: view, view.homography(to: nil)?.inverse)
  }

  /// - Parameter map: The map from the root view to `view`; `nil` if there is none.
  @MainActor
  private func location(of point: Point, in view: View, _ map: Homography?) -> Point {
    guard let map else { return view.bounds.center }
    func image(_ point: Point) -> Point? {
      guard let image = map.project(point), image.x.isFinite, image.y.isFinite else { return nil }
      return image
    }
    if let image = image(point) { return image }
    var (seen, hidden) = (0.0, 1.0)
    for _ in 0..<20 {  // halvings, to a millionth of the distance
      let middle = (seen + hidden) / 2
      if image(startPosition + (point - startPosition) * middle) != nil {
        seen = middle
      } else {
        hidden = middle
      }
    }
    return image(startPosition + (point - startPosition) * seen) ?? view.bounds.center
  }
}

/// The response of a view to an event of a contact.
public enum ContactResponse: Hashable, Sendable, CaseIterable {
  /// The view does not use the contact and receives no more events of it. If the view has tracked the contact,
  /// it first receives `contactCanceled(_:)`.
  case ignored
  /// The view tracks the contact. Other views may track it, too.
  case tracking
  /// The view owns the contact. The contact is canceled for all other views that track it.
  case claimed
  /// The view, which owns the contact, hands it over to its superviews, as a list does at its end. It receives
  /// `contactEnded(_:)`.
  case yielded
}
