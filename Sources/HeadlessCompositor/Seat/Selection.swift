import Glibc

/// The clipboard.
///
/// Wayland: `wl_data_device.set_selection`, `wl_data_device.selection`.
@MainActor final class Selection {
  weak var compositor: Compositor?
  private var devices = DeviceObjects<WlDataDeviceResource>()
  private var source: DataSource?

  /// Adds a client's wl_data_device and handles its requests.
  func add(_ device: Resource<WlDataDeviceResource>) {
    devices.add(device)
    device.onDestroy = { [weak self, unowned device] in self?.devices.remove(device) }
    device.onRequest = { [weak self, unowned device] request in
      switch request {
      case .release: device.destroy()
      // Drag and drop is not implemented: a drag is canceled at once.
      case .startDrag(let source, _, _, _): source?.sendCancelled()
      case .setSelection(let source, _): self?.set(source?.model(as: DataSource.self))
      }
    }
    guard let focus = compositor?.seat.keyboard.focus, focus.resource.clientHandle == device.clientHandle
    else {
      return
    }
    sendSelection(to: device)
  }

  /// Sends the selection to a surface's client, before the surface gets the keyboard focus.
  func sendSelection(to surface: Surface) {
    for device in devices.of(surface) { sendSelection(to: device) }
  }

  private func set(_ new: DataSource?) {
    guard new !== source else { return }
    if let new {
      guard !new.isForDrags else {
        new.resource.postError(
          WlDataSourceResource.Error.invalidSource,
          "a data source with drag-and-drop actions cannot be the selection")
        return
      }
      new.resource.onDestroy = { [weak self, weak new] in
        if let self, let new, source === new { replace(with: nil) }
      }
    }
    let old = source
    replace(with: new)
    old?.resource.wire?.sendCancelled()
  }

  private func replace(with new: DataSource?) {
    source = new
    if let focus = compositor?.seat.keyboard.focus { sendSelection(to: focus) }
  }

  private func sendSelection(to device: Resource<WlDataDeviceResource>) {
    // Id 0 makes libwayland allocate a server-side id.
    guard let source, let offer = device.create(WlDataOfferResource.self, id: 0), let wire = offer.wire else {
      device.wire?.sendSelection(id: nil)
      return
    }
    offer.onRequest = { [weak source, unowned offer] request in
      switch request {
      case .accept: break
      case .receive(let type, let file):
        source?.resource.wire?.sendSend(mimeType: type, fd: file)
        // The event holds a duplicate. Without a source the reader gets end-of-file.
        close(file)
      case .destroy: offer.destroy()
      case .finish: offer.postError(WlDataOfferResource.Error.invalidFinish, "the offer is not from a drag")
      case .setActions:
        offer.postError(WlDataOfferResource.Error.invalidOffer, "the offer is not from a drag")
      }
    }
    device.wire?.sendDataOffer(id: wire)
    for type in source.types { wire.sendOffer(mimeType: type) }
    device.wire?.sendSelection(id: wire)
  }
}

/// The clipboard content that a client offers.
///
/// Wayland: `wl_data_source`.
@MainActor private final class DataSource {
  let resource: Resource<WlDataSourceResource>
  /// The MIME types, in the order they were offered.
  private(set) var types: [String] = []
  /// Whether the client has set drag-and-drop actions.
  private(set) var isForDrags = false

  init(_ resource: Resource<WlDataSourceResource>) {
    self.resource = resource
    resource.model = self
    resource.onRequest = { [unowned self] request in
      switch request {
      case .offer(let type): types.append(type)
      case .destroy: self.resource.destroy()
      case .setActions: isForDrags = true
      }
    }
  }
}

extension Compositor {
  func bindDataDeviceManager(_ resource: Resource<WlDataDeviceManagerResource>) {
    resource.onRequest = { [unowned self, unowned resource] request in
      switch request {
      case .createDataSource(let id):
        if let object = resource.create(WlDataSourceResource.self, id: id) { _ = DataSource(object) }
      case .getDataDevice(let id, _):
        if let device = resource.create(WlDataDeviceResource.self, id: id) { seat.selection.add(device) }
      }
    }
  }
}
