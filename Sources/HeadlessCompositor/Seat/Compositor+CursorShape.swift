extension Compositor {
  func bindCursorShape(_ resource: Resource<WpCursorShapeManagerV1Resource>) {
    resource.onRequest = { [unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      case .getPointer(let id, let wire):
        guard let device = resource.create(WpCursorShapeDeviceV1Resource.self, id: id) else { return }
        device.setShapes(of: wire.model(as: Pointer.self))
      case .getTabletToolV2(let id, _):
        guard let device = resource.create(WpCursorShapeDeviceV1Resource.self, id: id) else { return }
        device.setShapes(of: nil)
      }
    }
  }
}

extension Resource<WpCursorShapeDeviceV1Resource> {
  /// Handles the requests; a nil pointer means that its wl_pointer no longer exists.
  fileprivate func setShapes(of pointer: Pointer?) {
    onRequest = { [weak pointer, unowned self] request in
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
        pointer?.setShape(shape.rawValue, serial: serial)
      }
    }
  }
}
