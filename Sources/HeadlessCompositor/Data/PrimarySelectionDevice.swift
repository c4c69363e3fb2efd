import Glibc

/// A client's device for the primary selection.
///
/// Wayland: `zwp_primary_selection_device_v1`.
@MainActor final class PrimarySelectionDevice: SelectionDevice {
  private let resource: Resource<ZwpPrimarySelectionDeviceV1Resource>

  init(_ resource: Resource<ZwpPrimarySelectionDeviceV1Resource>, on seat: Seat) {
    self.resource = resource
    super.init()
    resource.model = self
    resource.onDestroy = { [weak seat, unowned self] in seat?.primarySelection.remove(self) }
    resource.onRequest = { [weak seat, unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      case .setSelection(let wire, _):
        let source = wire?.model(as: PrimarySelectionSource.self)
        source?.onDestroy = { [weak seat, weak source] in
          if let source { seat?.primarySelection.sourceDestroyed(source) }
        }
        seat?.primarySelection.replace(with: source)
      }
    }
  }

  override var clientHandle: OpaquePointer? { resource.clientHandle }

  override func sendSelection(_ content: (any OfferedContent)?) {
    guard let content, let offer = resource.create(ZwpPrimarySelectionOfferV1Resource.self, id: 0),
      let wire = offer.wire
    else {
      resource.wire?.sendSelection(id: nil)
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
    resource.wire?.sendDataOffer(offer: wire)
    for type in content.types { wire.sendOffer(mimeType: type) }
    resource.wire?.sendSelection(id: wire)
  }
}

/// The data that a client offers as the primary selection.
///
/// Wayland: `zwp_primary_selection_source_v1`.
@MainActor private final class PrimarySelectionSource: OfferedContent {
  private let resource: Resource<ZwpPrimarySelectionSourceV1Resource>
  private(set) var types: [String] = []
  /// Called once, when the resource is destroyed.
  var onDestroy: (() -> Void)?

  init(_ resource: Resource<ZwpPrimarySelectionSourceV1Resource>) {
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
      }
    }
  }

  func send(_ type: String, to file: Int32) {
    resource.lintTransfer(file, isReading: false)
    resource.wire?.sendSend(mimeType: type, fd: file)
    close(file)
  }

  func canceled() { resource.wire?.sendCancelled() }
}

extension Compositor {
  func bindPrimarySelection(_ resource: Resource<ZwpPrimarySelectionDeviceManagerV1Resource>) {
    resource.onRequest = { [unowned resource] request in
      switch request {
      case .createSource(let id):
        if let object = resource.create(ZwpPrimarySelectionSourceV1Resource.self, id: id) {
          _ = PrimarySelectionSource(object)
        }
      case .getDevice(let id, let wire):
        guard let seat = wire.model(as: Seat.self),
          let object = resource.create(ZwpPrimarySelectionDeviceV1Resource.self, id: id)
        else { return }
        seat.primarySelection.add(PrimarySelectionDevice(object, on: seat))
      case .destroy: resource.destroy()
      }
    }
  }
}
