/// The locks and confinements of a pointer. A surface has at most one; it is active while the surface has the pointer focus
/// and the pointer is inside its region.
///
/// Wayland: `zwp_pointer_constraints_v1`.
@MainActor final class PointerConstraints {
  weak var pointer: Pointer?
  private var all = ObjectList<PointerConstraint>()
  private weak var active: PointerConstraint?

  /// Whether a constraint is active.
  var isActive: Bool { active != nil }

  /// Whether a client has locked the pointer.
  var isLocked: Bool { active?.isLock ?? false }

  /// Returns the constraint of a surface; nil if it has none.
  func constraint(of surface: Surface) -> PointerConstraint? {
    all.isEmpty ? nil : all.last { $0.surface === surface && !$0.isDefunct }
  }

  func add(_ constraint: PointerConstraint) {
    all.append(constraint)
    if let pointer, pointer.focus === constraint.surface { pointer.updateConstraints() }
  }

  func remove(_ constraint: PointerConstraint) {
    all.remove(constraint)
    if active === constraint { end(sendsEvent: false) }
  }

  /// Whether the next commit of a surface changes its constraint.
  func hasPendingState(of surface: Surface) -> Bool { constraint(of: surface)?.hasPendingState ?? false }

  /// Applies the state of a surface's constraint with a commit.
  func committed(_ surface: Surface) {
    guard !all.isEmpty, let constraint = constraint(of: surface) else { return }
    constraint.commit()
    pointer?.updateConstraints()
  }

  /// Begins and ends constraints after the focus or the position has changed.
  func update(focus: Surface?, at local: (x: Double, y: Double)?) {
    if let active, active.surface !== focus || focus == nil { end(sendsEvent: true) }
    guard active == nil, let focus, let local, let next = constraint(of: focus), next.contains(local) else {
      return
    }
    active = next
    next.begin()
  }

  /// Returns the point to which the pointer moves instead of `point`, both in the coordinates of the compositor.
  func limit(_ point: (x: Double, y: Double), to focus: Surface?, at local: (x: Double, y: Double)?) -> (
    x: Double, y: Double
  ) {
    guard let pointer, let active, let local, active.surface === focus else { return point }
    if active.isLock { return pointer.position }
    let origin = (x: pointer.position.x - local.x, y: pointer.position.y - local.y)
    guard let inside = active.nearestPoint(to: (point.x - origin.x, point.y - origin.y)) else {
      return pointer.position
    }
    return (inside.x + origin.x, inside.y + origin.y)
  }

  private func end(sendsEvent: Bool) {
    guard let ended = active else { return }
    active = nil
    ended.end(sendsEvent: sendsEvent)
    if let surface = ended.surface, let hint = ended.cursorHint { pointer?.warp(toLocal: hint, of: surface) }
  }
}

/// A client's lock or confinement of a pointer.
///
/// Wayland: `zwp_locked_pointer_v1`, `zwp_confined_pointer_v1`.
@MainActor final class PointerConstraint {
  private enum Object {
    case lock(Resource<ZwpLockedPointerV1Resource>)
    case confinement(Resource<ZwpConfinedPointerV1Resource>)
  }

  private let object: Object
  private(set) weak var surface: Surface?
  private let isOneshot: Bool
  /// Whether the constraint has ended and cannot begin again.
  private(set) var isDefunct = false
  private var region: Region?
  private var pendingRegion: Region??
  /// Where the client draws the cursor during a lock, in surface coordinates.
  private(set) var cursorHint: (x: Double, y: Double)?
  private var pendingHint: (x: Double, y: Double)?

  init(
    lock resource: Resource<ZwpLockedPointerV1Resource>, surface: Surface, region: Region?, isOneshot: Bool,
    of constraints: PointerConstraints
  ) {
    object = .lock(resource)
    (self.surface, self.region, self.isOneshot) = (surface, region, isOneshot)
    resource.model = self
    resource.onDestroy = { [unowned self, weak constraints] in constraints?.remove(self) }
    resource.onRequest = { [unowned self, unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      case .setCursorPositionHint(let x, let y): pendingHint = (x, y)
      case .setRegion(let region): pendingRegion = .some(region?.model(as: RegionObject.self)?.region)
      }
    }
  }

  init(
    confinement resource: Resource<ZwpConfinedPointerV1Resource>, surface: Surface, region: Region?,
    isOneshot: Bool, of constraints: PointerConstraints
  ) {
    object = .confinement(resource)
    (self.surface, self.region, self.isOneshot) = (surface, region, isOneshot)
    resource.model = self
    resource.onDestroy = { [unowned self, weak constraints] in constraints?.remove(self) }
    resource.onRequest = { [unowned self, unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      case .setRegion(let region): pendingRegion = .some(region?.model(as: RegionObject.self)?.region)
      }
    }
  }

  /// Whether the pointer is locked, not confined.
  var isLock: Bool {
    if case .lock = object { return true }
    return false
  }

  /// Whether the next commit of the surface changes the constraint.
  var hasPendingState: Bool { pendingRegion != nil || pendingHint != nil }

  func commit() {
    if let pendingRegion { region = pendingRegion }
    if let pendingHint { cursorHint = pendingHint }
    pendingRegion = nil
    pendingHint = nil
  }

  func begin() {
    switch object {
    case .lock(let resource): resource.wire?.sendLocked()
    case .confinement(let resource): resource.wire?.sendConfined()
    }
  }

  func end(sendsEvent: Bool) {
    isDefunct = isOneshot
    guard sendsEvent else { return }
    switch object {
    case .lock(let resource): resource.wire?.sendUnlocked()
    case .confinement(let resource): resource.wire?.sendUnconfined()
    }
  }

  func contains(_ point: (x: Double, y: Double)) -> Bool { region?.contains(point.x, point.y) ?? true }

  /// Returns the point inside the region and the surface that is nearest to a point, in surface coordinates; nil if the nearest
  /// points of all rectangles of the region were subtracted from it.
  func nearestPoint(to point: (x: Double, y: Double)) -> (x: Double, y: Double)? {
    guard let surface, surface.hasContent else { return point }
    let size = surface.size
    let whole = IntegerRect(x: 0, y: 0, width: size.width, height: size.height)
    guard let region else { return whole.nearestPoint(to: point) }
    let candidates = region.addedRects.map { $0.clipped(toWidth: size.width, height: size.height) }
      .filter { !$0.isEmpty }.map { $0.nearestPoint(to: point) }.filter { region.contains($0.x, $0.y) }
    func distance(_ other: (x: Double, y: Double)) -> Double {
      (other.x - point.x) * (other.x - point.x) + (other.y - point.y) * (other.y - point.y)
    }
    return candidates.min { distance($0) < distance($1) }
  }
}

extension Pointer {
  /// Begins the constraint of the focused surface if its conditions hold now.
  fileprivate func updateConstraints() { constraints.update(focus: focus, at: localPosition) }

  /// Sends the distance of a motion to the focused client.
  ///
  /// - Returns: Whether an event was sent.
  func sendRelativeMotion(_ distance: (x: Double, y: Double)) -> Bool {
    guard let focus, distance != (0, 0), let compositor else { return false }
    let microseconds = compositor.now / 1000
    let objects = relativeObjects.of(focus)
    for object in objects {
      object.wire?.sendRelativeMotion(
        utimeHi: UInt32(truncatingIfNeeded: microseconds >> 32),
        utimeLo: UInt32(truncatingIfNeeded: microseconds), dx: distance.x, dy: distance.y,
        dxUnaccel: distance.x, dyUnaccel: distance.y)
    }
    return !objects.isEmpty
  }
}

extension Compositor {
  func bindPointerConstraints(_ resource: Resource<ZwpPointerConstraintsV1Resource>) {
    resource.onRequest = { [unowned resource] request in
      /// Returns the surface and the pointer of a request if the surface has no constraint, and posts an error if it has one.
      @MainActor func parts(_ surface: WlSurfaceResource, _ pointer: WlPointerResource) -> (Surface, Pointer)?
      {
        guard let surface = surface.model(as: Surface.self), let pointer = pointer.model(as: Pointer.self)
        else { return nil }
        guard pointer.constraints.constraint(of: surface) == nil else {
          resource.postError(
            ZwpPointerConstraintsV1Resource.Error.alreadyConstrained,
            "the surface already has a constraint of this pointer")
          return nil
        }
        return (surface, pointer)
      }
      switch request {
      case .destroy: resource.destroy()
      case .lockPointer(let id, let surface, let pointer, let region, let lifetime):
        guard let (surface, pointer) = parts(surface, pointer),
          let object = resource.create(ZwpLockedPointerV1Resource.self, id: id)
        else { return }
        pointer.constraints.add(
          PointerConstraint(
            lock: object, surface: surface, region: region?.model(as: RegionObject.self)?.region,
            isOneshot: lifetime == .oneshot, of: pointer.constraints))
      case .confinePointer(let id, let surface, let pointer, let region, let lifetime):
        guard let (surface, pointer) = parts(surface, pointer),
          let object = resource.create(ZwpConfinedPointerV1Resource.self, id: id)
        else { return }
        pointer.constraints.add(
          PointerConstraint(
            confinement: object, surface: surface, region: region?.model(as: RegionObject.self)?.region,
            isOneshot: lifetime == .oneshot, of: pointer.constraints))
      }
    }
  }

  func bindRelativePointer(_ resource: Resource<ZwpRelativePointerManagerV1Resource>) {
    resource.onRequest = { [unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      case .getRelativePointer(let id, let wire):
        guard let object = resource.create(ZwpRelativePointerV1Resource.self, id: id) else { return }
        let pointer = wire.model(as: Pointer.self)
        pointer?.relativeObjects.add(object)
        object.onDestroy = { [weak pointer, unowned object] in pointer?.relativeObjects.remove(object) }
        object.onRequest = { [unowned object] request in
          switch request {
          case .destroy: object.destroy()
          }
        }
      }
    }
  }

  /// Returns the point on an output that is nearest to a point; the point itself without outputs.
  func nearestPoint(to point: (x: Double, y: Double)) -> (x: Double, y: Double) {
    let candidates = outputs.map { $0.rect.nearestPoint(to: point) }
    func distance(_ other: (x: Double, y: Double)) -> Double {
      (other.x - point.x) * (other.x - point.x) + (other.y - point.y) * (other.y - point.y)
    }
    return candidates.min { distance($0) < distance($1) } ?? point
  }
}
