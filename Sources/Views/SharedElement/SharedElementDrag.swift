internal import Geometry

/// Drags the destination of a transition, with a finger, a pen or the primary button.
@MainActor
final class SharedElementDrag: ContactInteraction {
  // The view owns the interaction, and the transition the view.
  private(set) weak var transition: SharedElementTransition?

  private enum State {
    case idle
    /// The contact may become a drag.
    case pressed
    case dragging(Drag)
  }
  private struct Drag {
    /// Where the drag began, in the coordinates of the root view.
    let start: Point
    /// The part of the way at the beginning.
    let way: Double
    /// Whether the contact has caught a motion. Without a movement, this motion then continues.
    let caught: Bool
    let wasOpening: Bool
  }
  private var state = State.idle

  /// The part of the window's height that a finger moves for the whole way.
  private static let range = 0.8
  /// A drag from rest closes below this part of the way.
  private static let closingWay = 0.85
  /// A release is judged by where the finger would be after this time, in seconds.
  private static let lookAhead = 0.15

  init(_ transition: SharedElementTransition) { self.transition = transition }

  func contactBegan(_ contact: Contact, on view: View) -> ContactResponse {
    guard contact.isPrimary, let transition, transition.isDragEnabled, case .idle = state else {
      return .ignored
    }
    if transition.isMoving {
      begin(at: contact.position, transition, caught: true)
      return .claimed
    }
    guard transition.isOpen, !transition.isDragging, transition.canBeginDrag?() ?? true else {
      return .ignored
    }
    state = .pressed
    return .tracking
  }

  func contactMoved(_ contact: Contact, on view: View) -> ContactResponse {
    guard let transition else { return .ignored }
    switch state {
    case .idle: return .ignored
    case .pressed:
      let distance = contact.position - contact.startPosition
      let length = distance.distance(to: .zero)
      guard length >= DragThreshold.distance else { return .tracking }
      guard abs(distance.y) >= abs(distance.x), transition.isOpen, !transition.isMoving else {
        state = .idle
        return .ignored
      }
      // The destination follows from the threshold on, so it does not jump. One event may carry a long movement.
      let start = contact.startPosition + distance * (DragThreshold.distance / length)
      let drag = begin(at: start, transition, caught: false)
      transition.drag(to: contact.position, way: way(at: contact.position, drag, in: view))
      return .claimed
    case .dragging(let drag):
      transition.drag(to: contact.position, way: way(at: contact.position, drag, in: view))
      return .tracking
    }
  }

  func viewDidMoveToWindow() { transition?.destinationDidMoveToWindow() }

  /// Returns to where the drag began.
  func contactCanceled(_ contact: Contact) {
    defer { state = .idle }
    guard let transition, case .dragging(let drag) = state else { return }
    transition.endDrag(opens: drag.wasOpening, velocity: (0, .zero))
  }

  func contactEnded(_ contact: Contact) {
    defer { state = .idle }
    guard let transition, case .dragging(let drag) = state else { return }
    let view = transition.destination
    let (velocity, position) = (contact.rootVelocity, contact.position)
    let now = way(at: position, drag, in: view)
    let soon = way(at: position + velocity * Self.lookAhead, drag, in: view)
    let hasMoved = position.distance(to: drag.start) >= DragThreshold.distance
    let opens: Bool
    if drag.caught {
      opens = hasMoved ? soon > 0.5 : drag.wasOpening
    } else {
      opens = soon > Self.closingWay
    }
    transition.endDrag(opens: opens, velocity: ((soon - now) / Self.lookAhead, velocity))
  }

  @discardableResult
  private func begin(at start: Point, _ transition: SharedElementTransition, caught: Bool) -> Drag {
    let drag = Drag(start: start, way: transition.progress, caught: caught, wasOpening: transition.isOpen)
    state = .dragging(drag)
    transition.beginDrag(at: start)
    return drag
  }

  /// Returns the part of the way for a finger at `position`: down is toward the source. From rest, up is, too.
  private func way(at position: Point, _ drag: Drag, in view: View) -> Double {
    let distance = position.y - drag.start.y
    let range = max(view.root.size.height * Self.range, 1)
    let way = drag.way - (drag.caught ? distance : abs(distance)) / range
    return way.isFinite ? min(max(way, 0), 1) : drag.way
  }
}
