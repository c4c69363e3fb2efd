extension Seat {
  /// Begins a drag at a point, as another client would. Moving the pointer moves the drag; releasing the left button
  /// drops the data.
  ///
  /// - Parameters:
  ///   - content: The data of each MIME type, in the order in which the types are offered.
  ///   - actions: The actions that the source supports.
  ///   - point: The position, in logical pixels from the output's top left corner.
  /// - Returns: The drag; nil if the seat has no pointer or another drag is in progress.
  ///
  /// Wayland: `wl_data_device.start_drag`.
  @discardableResult
  public func beginDrag(
    _ content: [(type: String, bytes: [UInt8])], actions: DragActions = .copy,
    at point: (x: Double, y: Double)
  ) -> Drag? {
    guard let compositor, drag == nil, devices.contains(.pointer) else { return nil }
    let drag = Drag(
      of: FixedContent(content, in: compositor), actions: actions, device: .pointer, owner: nil, picture: nil,
      on: self)
    pointer.press(at: point, beginning: drag)
    return drag
  }

  /// Begins a drag that a client has requested. If `serial` is not the serial of a press on `origin`, or another drag
  /// is in progress, the source is canceled.
  func beginDrag(
    _ source: DataSource?, from device: DataDevice, origin: Surface?, icon: Surface?, serial: UInt32
  ) {
    guard drag == nil, let origin, let dragDevice = self.device(pressedOn: origin, serial)
    else {
      source?.canceled()
      return
    }
    if let icon {
      guard icon.roleName == nil || icon.roleName == "dnd_icon", !icon.hasXdgSurface else {
        device.resource.postError(
          WlDataDeviceResource.Error.role,
          "the surface already has the role \(icon.roleName ?? "xdg_surface")")
        return
      }
      icon.roleName = "dnd_icon"
    }
    let drag = Drag(
      of: source, actions: source.map(\.dragActions) ?? [], device: dragDevice, owner: device.clientHandle,
      picture: icon, on: self)
    icon?.role = DragPictureRole(drag)
    source?.onDestroy = { [weak drag] in drag?.sourceDestroyed() }
    begin(drag)
    switch dragDevice {
    case .pointer: pointer.dragBegan(drag)
    case .touch(let id): touch.dragBegan(drag, id: id)
    }
  }

  private func device(pressedOn surface: Surface, _ serial: UInt32) -> Drag.Device? {
    if pointer.hasPress(serial, on: surface) { return .pointer }
    return touch.id(ofPress: serial, on: surface).map { .touch($0) }
  }
}

extension DataSource {
  /// The actions of a drag. A client of version 2 cannot set actions, so its drags copy.
  var dragActions: DragActions { DragActions(rawValue: actions?.rawValue ?? DragActions.copy.rawValue) }
}
