import Glibc

/// A client's device for the clipboard and for drags.
///
/// Wayland: `wl_data_device`.
@MainActor final class DataDevice: SelectionDevice {
  let resource: Resource<WlDataDeviceResource>

  init(_ resource: Resource<WlDataDeviceResource>, on seat: Seat) {
    self.resource = resource
    super.init()
    resource.model = self
    resource.onDestroy = { [weak seat, unowned self] in
      seat?.remove(self)
    }
    resource.onRequest = { [weak seat, unowned self, unowned resource] request in
      switch request {
      case .release: resource.destroy()
      case .startDrag(let source, let origin, let icon, let serial):
        seat?.beginDrag(
          source?.model(), from: self, origin: origin.model(), icon: icon?.model(), serial: serial)
      case .setSelection(let wire, _):
        let source = wire?.model(as: DataSource.self)
        if let source, source.isForDrags {
          source.resource.postError(
            WlDataSourceResource.Error.invalidSource,
            "a data source with drag-and-drop actions cannot be the selection")
          return
        }
        source?.onDestroy = { [weak seat, weak source] in
          if let source { seat?.clipboard.sourceDestroyed(source) }
        }
        seat?.clipboard.replace(with: source)
      }
    }
  }

  override var clientHandle: OpaquePointer? { resource.clientHandle }

  override func sendSelection(_ content: (any OfferedContent)?) {
    // With the id 0, libwayland allocates a server-side id.
    guard let content, let offer = resource.create(WlDataOfferResource.self, id: 0), let wire = offer.wire
    else {
      resource.wire?.sendSelection(id: nil)
      return
    }
    offer.onRequest = { [weak content, unowned offer] request in
      switch request {
      case .accept: break
      case .receive(let type, let file):
        offer.lintTransfer(file, isReading: true)
        content.receive(type, file)
      case .destroy: offer.destroy()
      case .finish: offer.postError(WlDataOfferResource.Error.invalidFinish, "the offer is not from a drag")
      case .setActions:
        offer.postError(WlDataOfferResource.Error.invalidOffer, "the offer is not from a drag")
      }
    }
    resource.wire?.sendDataOffer(id: wire)
    for type in content.types { wire.sendOffer(mimeType: type) }
    resource.wire?.sendSelection(id: wire)
  }
}

extension Optional where Wrapped == any OfferedContent {
  /// Sends the data of a type to a client's descriptor. If there is no content, the descriptor is closed, and the
  /// reader gets end of file.
  @MainActor func receive(_ type: String, _ file: Int32) {
    if let self { self.send(type, to: file) } else { close(file) }
  }
}

/// The data that a client offers by clipboard or by drag.
///
/// Wayland: `wl_data_source`.
@MainActor final class DataSource: OfferedContent {
  let resource: Resource<WlDataSourceResource>
  private(set) var types: [String] = []
  /// The drag-and-drop actions; nil if the client has not set them.
  private(set) var actions: WlDataDeviceManagerResource.DndAction?
  /// Called once, when the resource is destroyed.
  var onDestroy: (() -> Void)?

  /// Whether the client has set drag-and-drop actions.
  var isForDrags: Bool { actions != nil }

  init(_ resource: Resource<WlDataSourceResource>) {
    self.resource = resource
    resource.model = self
    resource.onDestroy = { [unowned self] in
      let notify = onDestroy
      onDestroy = nil
      notify?()
    }
    resource.onRequest = { [unowned self] request in
      switch request {
      case .offer(let type): types.appendOffer(type)
      case .destroy: self.resource.destroy()
      case .setActions(let actions):
        guard actions.isSubset(of: [.copy, .move, .ask]) else {
          self.resource.postError(
            WlDataSourceResource.Error.invalidActionMask, "\(actions.rawValue) is not a set of actions")
          return
        }
        self.actions = actions
      }
    }
  }

  func send(_ type: String, to file: Int32) {
    resource.lintTransfer(file, isReading: false)
    resource.wire?.sendSend(mimeType: type, fd: file)
    // The event holds a duplicate of the descriptor. If the source was destroyed, the reader gets end of file.
    close(file)
  }

  func canceled() { resource.wire?.sendCancelled() }

  func targetChanged(_ type: String?) { resource.wire?.sendTarget(mimeType: type) }

  func actionChanged(_ action: DragActions) {
    if resource.version >= 3 { resource.wire?.sendAction(dndAction: .init(rawValue: action.rawValue)) }
  }

  func dropPerformed() { if resource.version >= 3 { resource.wire?.sendDndDropPerformed() } }

  func finished() { if resource.version >= 3 { resource.wire?.sendDndFinished() } }
}

extension Compositor {
  func bindDataDeviceManager(_ resource: Resource<WlDataDeviceManagerResource>) {
    resource.onRequest = { [unowned resource] request in
      switch request {
      case .createDataSource(let id):
        if let object = resource.create(WlDataSourceResource.self, id: id) { _ = DataSource(object) }
      case .getDataDevice(let id, let wire):
        guard let seat = wire.model(as: Seat.self),
          let object = resource.create(WlDataDeviceResource.self, id: id)
        else { return }
        seat.add(DataDevice(object, on: seat))
      }
    }
  }
}
