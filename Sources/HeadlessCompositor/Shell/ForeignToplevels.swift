/// A client's list of the mapped windows of all clients, as a task bar uses it.
///
/// Wayland: `zwlr_foreign_toplevel_manager_v1`.
@MainActor final class ForeignToplevelList {
  private let resource: Resource<ZwlrForeignToplevelManagerV1Resource>
  private weak var compositor: Compositor?
  /// The handles of the windows in the list. After `stop`, the list does not change, and the handles stay valid.
  private var handles: [ObjectIdentifier: ForeignToplevel] = [:]

  init(_ resource: Resource<ZwlrForeignToplevelManagerV1Resource>, compositor: Compositor) {
    self.resource = resource
    self.compositor = compositor
    resource.model = self
    resource.onRequest = { [unowned resource] request in
      switch request {
      case .stop:
        resource.wire?.sendFinished()
        resource.destroy()
      }
    }
    compositor.toplevelLists.append(self)
    update(compositor.toplevels)
  }

  /// Sends new windows, changes of windows, and the end of windows.
  func update(_ toplevels: [Toplevel]) {
    let mapped = toplevels.filter(\.isMapped)
    for (id, handle) in handles where !handle.isValid {
      handle.close()
      handles[id] = nil
    }
    if resource.handle == nil, handles.isEmpty { compositor?.toplevelLists.remove(self) }
    for toplevel in mapped where handles[ObjectIdentifier(toplevel)] == nil {
      guard let object = resource.create(ZwlrForeignToplevelHandleV1Resource.self, id: 0),
        let wire = object.wire
      else { break }
      resource.wire?.sendToplevel(toplevel: wire)
      handles[ObjectIdentifier(toplevel)] = ForeignToplevel(
        object, of: toplevel, for: compositor?.client(object.clientHandle))
    }
    for toplevel in mapped {
      let parent = toplevel.parent.flatMap { handles[ObjectIdentifier($0)] }
      handles[ObjectIdentifier(toplevel)]?.update(parent: parent)
    }
  }
}

/// A client's handle of a window of any client.
///
/// Wayland: `zwlr_foreign_toplevel_handle_v1`.
@MainActor final class ForeignToplevel {
  private struct State: Equatable {
    var title = ""
    var appID = ""
    var states: [UInt32] = []
  }

  private let resource: Resource<ZwlrForeignToplevelHandleV1Resource>
  private weak var toplevel: Toplevel?
  private weak var owner: Client?
  /// What was sent; nil before the first update.
  private var sent: State?
  private var sentOutputs: [Output] = []
  private weak var sentParent: ForeignToplevel?

  init(_ resource: Resource<ZwlrForeignToplevelHandleV1Resource>, of toplevel: Toplevel, for owner: Client?) {
    self.resource = resource
    self.toplevel = toplevel
    self.owner = owner
    resource.model = self
    resource.onRequest = { [unowned self] in handle($0) }
  }

  /// Whether the window is mapped and the list's client is connected.
  var isValid: Bool { toplevel?.isMapped == true && owner?.isConnected == true }

  func close() {
    toplevel = nil
    resource.wire?.sendClosed()
  }

  /// Sends what has changed since the last update.
  func update(parent: ForeignToplevel?) {
    guard let toplevel, let wire = resource.wire else { return }
    var isChanged = false
    let state = State(title: toplevel.title, appID: toplevel.appID, states: states(of: toplevel))
    if sent != state {
      isChanged = true
      if sent?.title != state.title { wire.sendTitle(title: state.title) }
      if sent?.appID != state.appID { wire.sendAppId(appId: state.appID) }
      if sent?.states != state.states {
        wire.sendState(state: state.states.withUnsafeBytes { Array($0) })
      }
    }
    if sent == nil || sentParent !== parent {
      isChanged = true
      sentParent = parent
      if resource.version >= 3 { wire.sendParent(parent: parent?.resource.wire) }
    }
    let outputs = toplevel.surface?.outputs ?? []
    for output in outputs where !sentOutputs.contains(where: { $0 === output }) {
      isChanged = true
      for object in objects(of: output) { wire.sendOutputEnter(output: object) }
    }
    for output in sentOutputs where !outputs.contains(where: { $0 === output }) {
      isChanged = true
      for object in objects(of: output) { wire.sendOutputLeave(output: object) }
    }
    sent = state
    sentOutputs = outputs
    if isChanged { wire.sendDone() }
  }

  private func objects(of output: Output) -> [WlOutputResource] {
    output.resources.filter { $0.clientHandle == resource.clientHandle }.compactMap(\.wire)
  }

  private func states(of toplevel: Toplevel) -> [UInt32] {
    typealias State = ZwlrForeignToplevelHandleV1Resource.State
    var states: [State] = []
    if toplevel.isMaximized { states.append(.maximized) }
    if toplevel.isMinimized { states.append(.minimized) }
    if toplevel.isActivated { states.append(.activated) }
    if toplevel.isFullscreen, resource.version >= 2 { states.append(.fullscreen) }
    return states.map(\.rawValue)
  }

  private func handle(_ request: ZwlrForeignToplevelHandleV1Resource.Request) {
    switch request {
    case .setMaximized: toplevel?.setMaximized(true)
    case .unsetMaximized: toplevel?.setMaximized(false)
    case .setMinimized: toplevel?.minimize()
    case .unsetMinimized: toplevel?.activate()
    case .activate(let seat): toplevel?.activate(by: seat.model())
    case .close: toplevel?.close()
    case .setRectangle(_, _, _, let width, let height):
      if width < 0 || height < 0 {
        resource.postError(
          ZwlrForeignToplevelHandleV1Resource.Error.invalidRectangle,
          "the size of the rectangle, \(width) × \(height), is negative")
      }
    case .setFullscreen(let output): toplevel?.setFullscreen(true, on: output?.model())
    case .unsetFullscreen: toplevel?.setFullscreen(false)
    case .destroy: resource.destroy()
    }
  }
}

extension Compositor {
  func bindForeignToplevels(_ resource: Resource<ZwlrForeignToplevelManagerV1Resource>) {
    _ = ForeignToplevelList(resource, compositor: self)
  }

  /// Notifies the clients that list windows of a change, once at the end of the dispatch.
  func toplevelsChanged() {
    if !toplevelLists.isEmpty { requestFocusUpdate(.toplevelLists) }
  }

  func updateToplevelLists() {
    let toplevels = toplevels
    for list in Array(toplevelLists) { list.update(toplevels) }
    flush()
  }
}
