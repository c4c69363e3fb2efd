internal import Geometry
internal import Input
internal import Views
internal import Windowing

/// Passes the drags over a window to the drop targets of its views.
///
/// A drag enters the tree as an ``/Views/InputEvent``, like other input. Its content stays here, so only a drag of the window
/// system reaches a target.
@MainActor
final class WindowDrops: InputHandler {
  /// A drag over the window. Each seat has one.
  private struct Session {
    let drop: Drop
    /// The position in the window.
    var position: Point
    /// The target that accepts the drag at its position.
    var candidate: Candidate?
    /// The last answer to the drag; `nil` if it was rejected or not answered.
    var answer: Answer?
  }

  /// A target under a drag.
  private struct Candidate {
    let view: View
    let target: DropTarget
    /// The point in the view's coordinates.
    let point: Point
    let type: String

    func isSame(as other: Candidate?) -> Bool {
      target === other?.target && view === other?.view && type == other?.type
    }
  }

  private struct Answer: Equatable {
    let type: String
    let actions, preferred: DragActions
  }

  private unowned let owner: CarouselWindow
  private var sessions: [Session] = []

  init(of owner: CarouselWindow) { self.owner = owner }

  // MARK: Input

  func handle(_ event: InputEvent) -> Bool {
    guard case .drag(let action, let input) = event, let index = index(of: input.id) else { return false }
    sessions[index].position = input.position
    switch action {
    case .entered, .moved:
      update(input.id, isMotion: true)
      return self.index(of: input.id).map { sessions[$0].candidate != nil } ?? false
    case .left:
      let isUsed = sessions[index].candidate != nil
      end(input.id)
      return isUsed
    case .dropped: return perform(input.id)
    }
  }

  /// Finds the targets again, because views may have moved. Returns whether a drag is over the window, so that views may
  /// have changed.
  func viewsDidMove() -> Bool {
    for session in sessions { update(session.drop.contactID, isMotion: false) }
    return !sessions.isEmpty
  }

  /// Ends all drags over the window, because it closes.
  func endAll() { for session in sessions { end(session.drop.contactID) } }

  private func index(of id: Int) -> Int? { sessions.firstIndex { $0.drop.contactID == id } }

  // MARK: Targets

  /// Finds the target under a drag, and answers the drag.
  private func update(_ id: Int, isMotion: Bool) {
    guard let session = index(of: id).map({ sessions[$0] }) else { return }
    let (old, new) = (session.candidate, candidate(of: session))
    // The closures of the program that `candidate` has called may have ended the drag.
    guard let index = index(of: id) else { return }
    let isSame = new.map { $0.isSame(as: old) } ?? (old == nil)
    if !isSame {
      sessions[index].candidate = nil
      left(old)
    }
    // `onLeave` may have closed the window.
    guard let index = self.index(of: id) else { return }
    sessions[index].candidate = new
    if let new, isMotion || !isSame { new.target.onMove?(session.drop, new.point) }
    answer(id)
    updateRings()
  }

  /// Answers a drag if the answer differs from the last one. `onMove` may have changed the actions of the target.
  private func answer(_ id: Int) {
    guard let index = index(of: id) else { return }
    let session = sessions[index]
    let answer = session.candidate.map {
      Answer(type: $0.type, actions: $0.target.actions, preferred: $0.target.preferredAction)
    }
    guard answer != session.answer else { return }
    sessions[index].answer = answer
    if let answer {
      session.drop.accept(answer.type, actions: answer.actions, preferring: answer.preferred)
    } else {
      session.drop.reject()
    }
  }

  /// Notifies a target that a drag has left it, unless another drag is over its view.
  private func left(_ candidate: Candidate?) {
    guard let candidate, !sessions.contains(where: { $0.candidate?.target === candidate.target }) else {
      return
    }
    candidate.target.onLeave?()
  }

  private func updateRings() {
    owner.tree.dropViews = sessions.reduce(into: []) { views, session in
      guard let candidate = session.candidate, candidate.target.showsRing,
        !views.contains(where: { $0 === candidate.view })
      else { return }
      views.append(candidate.view)
    }
  }

  private func end(_ id: Int) {
    guard let index = index(of: id) else { return }
    let candidate = sessions.remove(at: index).candidate
    left(candidate)
    updateRings()
  }

  /// Passes a drop to its target. If another target or no target is under the drop than the one that has accepted it, also
  /// because of its `onLeave`, the drop is released, which rejects it.
  private func perform(_ id: Int) -> Bool {
    guard let session = index(of: id).map({ sessions[$0] }) else { return false }
    end(id)
    guard !owner.window.isClosed, let found = candidate(of: session), found.isSame(as: session.candidate)
    else { return false }
    found.target.perform(session.drop, at: found.point, in: owner)
    return true
  }

  /// Returns the deepest target under a drag that accepts it.
  private func candidate(of session: Session) -> Candidate? {
    let tree = owner.tree
    let position = tree.rootPoint(at: session.position)
    for view in tree.root.hitTest(position)?.chain ?? [] {
      guard let target = target(of: view), let point = view.convert(position, from: nil),
        let type = target.type(of: session.drop, at: point)
      else { continue }
      return Candidate(view: view, target: target, point: point, type: type)
    }
    return nil
  }

  private func target(of view: View) -> DropTarget? {
    if let target = view.dropTarget { return target }
    guard let client = view as? any TextDropClient, client.acceptsDrops else { return nil }
    if let own = view.interaction(of: TextDropInteraction.self) { return own.target }
    let own = TextDropInteraction(client)
    view.setInteraction(own)
    return own.target
  }
}

/// The target of a view that accepts text by itself.
private final class TextDropInteraction: ViewInteraction {
  let target: DropTarget

  init(_ client: any TextDropClient) { target = .inserting(into: client) }
}

// MARK: Drags of the window system

extension WindowDrops: WindowDropTarget {
  func window(_ window: Window, dropEntered drop: Drop) {
    sessions.append(Session(drop: drop, position: drop.position))
    pass(.entered, drop)
  }

  func window(_ window: Window, dropMoved drop: Drop) { pass(.moved, drop) }

  func window(_ window: Window, dropLeft drop: Drop) {
    pass(.left, drop)
    end(drop.contactID)
  }

  func window(_ window: Window, dropPerformed drop: Drop) {
    pass(.dropped, drop)
    // An observer of the input may have closed the window.
    end(drop.contactID)
  }

  private func pass(_ action: InputEvent.DragAction, _ drop: Drop) {
    guard index(of: drop.contactID) != nil else { return }
    let time = Timestamp(seconds: owner.system.clock())
    owner.receive(.drag(action, InputPoint(id: drop.contactID, at: drop.position, time: time)))
  }
}
