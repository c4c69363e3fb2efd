import Glibc

/// A client's device for the selections of a seat that needs no keyboard focus, as clipboard managers use it.
///
/// Wayland: `zwlr_data_control_device_v1`.
@MainActor final class DataControlDevice {
  private let resource: Resource<ZwlrDataControlDeviceV1Resource>
  private weak var seat: Seat?
  private let clipboard: DataControlSelection
  /// Nil for clients of version 1.
  private let primary: DataControlSelection?

  init(_ resource: Resource<ZwlrDataControlDeviceV1Resource>, of seat: Seat) {
    self.resource = resource
    self.seat = seat
    clipboard = DataControlSelection(resource, isPrimary: false)
    primary = resource.version >= 2 ? DataControlSelection(resource, isPrimary: true) : nil
    resource.model = self
    resource.onRequest = { [unowned self] in handle($0) }
    resource.onDestroy = { [unowned self] in detach() }
    seat.clipboard.add(clipboard)
    if let primary { seat.primarySelection.add(primary) }
    seat.dataControlDevices.append(self)
  }

  /// Notifies the client that the seat was removed.
  func finish() {
    resource.wire?.sendFinished()
    detach()
    seat = nil
  }

  private func detach() {
    seat?.clipboard.remove(clipboard)
    if let primary { seat?.primarySelection.remove(primary) }
    seat?.dataControlDevices.remove(self)
  }

  private func handle(_ request: ZwlrDataControlDeviceV1Resource.Request) {
    switch request {
    case .setSelection(let source): set(source?.model(), as: seat?.clipboard)
    case .setPrimarySelection(let source): set(source?.model(), as: seat?.primarySelection)
    case .destroy: resource.destroy()
    }
  }

  private func set(_ source: DataControlSource?, as selection: Selection?) {
    guard source?.use(in: selection) ?? true else {
      resource.postError(
        ZwlrDataControlDeviceV1Resource.Error.usedSource, "the source was set as a selection before")
      return
    }
    selection?.replace(with: source)
  }
}

/// The part of a device for the clipboard or for the primary selection.
@MainActor private final class DataControlSelection: SelectionDevice {
  private let resource: Resource<ZwlrDataControlDeviceV1Resource>
  private let isPrimary: Bool

  init(_ resource: Resource<ZwlrDataControlDeviceV1Resource>, isPrimary: Bool) {
    self.resource = resource
    self.isPrimary = isPrimary
  }

  override var needsFocus: Bool { false }

  override var clientHandle: OpaquePointer? { resource.clientHandle }

  override func sendSelection(_ content: (any OfferedContent)?) {
    guard let content, let offer = resource.create(ZwlrDataControlOfferV1Resource.self, id: 0, version: 1),
      let wire = offer.wire
    else {
      send(nil)
      return
    }
    offer.onRequest = { [weak content, unowned offer] request in
      switch request {
      case .receive(let type, let file):
        offer.lintTransfer(file, isReading: true)
        content.receive(type, file)
      case .destroy: offer.destroy()
      }
    }
    resource.wire?.sendDataOffer(id: wire)
    for type in content.types { wire.sendOffer(mimeType: type) }
    send(wire)
  }

  private func send(_ offer: ZwlrDataControlOfferV1Resource?) {
    if isPrimary {
      resource.wire?.sendPrimarySelection(id: offer)
    } else {
      resource.wire?.sendSelection(id: offer)
    }
  }
}

/// The data that a client offers as a selection without the keyboard focus.
///
/// Wayland: `zwlr_data_control_source_v1`.
@MainActor private final class DataControlSource: OfferedContent {
  private let resource: Resource<ZwlrDataControlSourceV1Resource>
  private(set) var types: [String] = []
  private weak var selection: Selection?
  private var isUsed = false

  init(_ resource: Resource<ZwlrDataControlSourceV1Resource>) {
    self.resource = resource
    resource.model = self
    resource.onDestroy = { [unowned self] in selection?.sourceDestroyed(self) }
    resource.onRequest = { [unowned self, unowned resource] request in
      switch request {
      case .offer(let type):
        guard !isUsed else {
          resource.postError(
            ZwlrDataControlSourceV1Resource.Error.invalidOffer,
            "a type is offered after the source was set as a selection")
          return
        }
        types.appendOffer(type)
      case .destroy: resource.destroy()
      }
    }
  }

  /// Assigns the source to a selection.
  ///
  /// - Returns: False if the source was assigned before.
  func use(in selection: Selection?) -> Bool {
    guard !isUsed else { return false }
    isUsed = true
    self.selection = selection
    return true
  }

  func send(_ type: String, to file: Int32) {
    resource.lintTransfer(file, isReading: false)
    resource.wire?.sendSend(mimeType: type, fd: file)
    close(file)
  }

  func canceled() { resource.wire?.sendCancelled() }
}

extension Compositor {
  func bindDataControl(_ resource: Resource<ZwlrDataControlManagerV1Resource>) {
    resource.onRequest = { [unowned resource] request in
      switch request {
      case .createDataSource(let id):
        if let object = resource.create(ZwlrDataControlSourceV1Resource.self, id: id, version: 1) {
          _ = DataControlSource(object)
        }
      case .getDataDevice(let id, let wire):
        guard let seat = wire.model(as: Seat.self),
          let object = resource.create(ZwlrDataControlDeviceV1Resource.self, id: id)
        else { return }
        _ = DataControlDevice(object, of: seat)
      case .destroy: resource.destroy()
      }
    }
  }
}
