extension Compositor {
  func bindCursorShape(_ resource: Resource<WpCursorShapeManagerV1Resource>) {
    resource.onRequest = { [unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      case .getPointer(let id, let wire):
        guard let device = resource.create(WpCursorShapeDeviceV1Resource.self, id: id) else { return }
        let pointer = wire.model(as: Pointer.self)
        device.handleShapes { [weak pointer] in pointer?.setShape($0, serial: $1) }
      case .getTabletToolV2(let id, let wire):
        guard let device = resource.create(WpCursorShapeDeviceV1Resource.self, id: id) else { return }
        let tool = wire.model(as: TabletTool.self)
        device.handleShapes { [weak tool] in tool?.setShape($0, serial: $1) }
      }
    }
  }
}

extension Resource<WpCursorShapeDeviceV1Resource> {
  /// Handles the requests of a cursor shape device. `setShape` is called with the shape and the serial.
  fileprivate func handleShapes(_ setShape: @escaping (UInt32, UInt32) -> Void) {
    onRequest = { [unowned self] request in
      switch request {
      case .destroy: destroy()
      case .setShape(let serial, let shape):
        // Version 1 has 34 shapes, from default (1) to zoom_out (34).
        guard (1...34).contains(shape.rawValue) else {
          postError(
            WpCursorShapeDeviceV1Resource.Error.invalidShape,
            "\(shape.rawValue) is not a wp_cursor_shape_device_v1.shape")
          return
        }
        setShape(shape.rawValue, serial)
      }
    }
  }
}
