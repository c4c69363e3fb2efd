internal import Geometry
internal import Input
internal import Views
internal import Windowing

/// Passes the drags over a window to the drop targets of its views.
///
/// A drag enters the tree as an ``/Views/InputEvent``, like other input. Its content stays here.
@MainActor
final class WindowDrops: InputHandler {
  /// A drag over the window. Each seat has one.
  private struct Session {
    let id: Int
    let drop: Drop
    /// The position in the window.
    var position: Point
    /// The target that has accepted the drag at its position.
    var place: Place?
  }

  /// A target under a drag.
  private struct Place {
    weak var view: View?
    let target: DropTarget
    /// The point in the view's coordinates.
    var point: Point
    var type: String
  }

  private unowned let owner: CarouselWindow
  private var sessions: [Session] = []
  private var lastID = 0

  init(of owner: CarouselWindow) { self.owner = owner }

  // MARK: Input

  func handle(_ event: InputEvent) -> Bool {
    guard case .drag(let action, let input) = event,
      let index = sessions.firstIndex(where: { $0.id == input.id })
    else { return false }
    sessions[index].position = input.position
    switch action {
    case .entered, .moved:
      update(input.id, isMotion: true)
      return sessions.contains { $0.id == input.id && $0.place != nil }
    case .left:
      leave(sessions.remove(at: index).place)
      return true
    case .dropped:
      update(input.id, isMotion: false)
      return perform(input.id)
    }
  }

  /// Finds the targets again, because views may have moved.
  func viewsDidMove() { for session in sessions { update(session.id, isMotion: false) } }

  // MARK: Targets

  /// Finds the target under a drag, and answers the drag.
  private func update(_ id: Int, isMotion: Bool) {
    guard let session = sessions.first(where: { $0.id == id }) else { return }
    let (old, new) = (session.place, place(of: session))
    let isSame = old?.target === new?.target && old?.view === new?.view
    if let index = sessions.firstIndex(where: { $0.id == id }) { sessions[index].place = new }
    if !isSame { leave(old) }
    if let new {
      let target = new.target
      // A motion may change the preferred action, which `onMove` has set.
      if isMotion || !isSame { target.onMove?(session.drop, new.point) }
      if !isSame || old?.type != new.type || isMotion && session.drop.acceptedType == nil {
        session.drop.accept(new.type, actions: target.actions, preferring: target.preferredAction)
      }
      if target.showsRing { owner.tree.dropView = new.view }
    } else if !isSame || session.drop.acceptedType != nil {
      session.drop.reject()
    }
  }

  private func leave(_ place: Place?) {
    guard let place else { return }
    if owner.tree.dropView === place.view { owner.tree.dropView = nil }
    place.target.onLeave?()
  }

  private func perform(_ id: Int) -> Bool {
    guard let index = sessions.firstIndex(where: { $0.id == id }) else { return false }
    let session = sessions.remove(at: index)
    leave(session.place)
    // Without a target, the drop is released here, which rejects it.
    guard let place = session.place else { return false }
    place.target.perform(session.drop, at: place.point, in: owner)
    return true
  }

  /// Returns the deepest target under a drag that accepts it.
  private func place(of session: Session) -> Place? {
    let tree = owner.tree
    let position = tree.rootPoint(at: session.position)
    for view in tree.root.hitTest(position)?.chain ?? [] {
      guard let target = target(of: view), let point = view.convert(position, from: nil),
        let type = target.type(of: session.drop, at: point)
      else { continue }
      return Place(view: view, target: target, point: point, type: type)
    }
    return nil
  }

  private func target(of view: View) -> DropTarget? {
    if let target = view.dropTarget { return target }
    guard let client = view as? any TextDropClient else { return nil }
    let target = DropTarget.inserting(into: client)
    view.dropTarget = target
    return target
  }
}

// MARK: Drags of the window system

extension WindowDrops: WindowDropTarget {
  func window(_ window: Window, dropEntered drop: Drop) {
    lastID += 1
    sessions.append(Session(id: lastID, drop: drop, position: drop.position))
    pass(.entered, drop)
  }

  func window(_ window: Window, dropMoved drop: Drop) { pass(.moved, drop) }
  func window(_ window: Window, dropLeft drop: Drop) { pass(.left, drop) }
  func window(_ window: Window, dropPerformed drop: Drop) { pass(.dropped, drop) }

  private func pass(_ action: InputEvent.DragAction, _ drop: Drop) {
    guard let session = sessions.first(where: { $0.drop === drop }) else { return }
    owner.receive(
      .drag(
        action,
        InputPoint(
          id: session.id, at: drop.position, time: Timestamp(seconds: owner.system.clock()))))
  }
}
