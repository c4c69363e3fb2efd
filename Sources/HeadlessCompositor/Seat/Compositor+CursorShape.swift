extension Compositor {
  func bindCursorShape(_ resource: Resource<WpCursorShapeManagerV1Resource>) {
    resource.onRequest = { [unowned self, unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      case .getPointer(let id, _), .getTabletToolV2(let id, _):
        guard let device = resource.create(WpCursorShapeDeviceV1Resource.self, id: id) else { return }
        device.onRequest = { [weak self, unowned device] request in
          switch request {
          case .destroy: device.destroy()
          case .setShape(let serial, let shape):
            // Version 1 has 34 shapes, from default (1) to zoom_out (34).
            guard (1...34).contains(shape.rawValue) else {
              device.postError(
                WpCursorShapeDeviceV1Resource.Error.invalidShape,
                "\(shape.rawValue) is not a wp_cursor_shape_device_v1.shape")
              return
            }
            self?.seat.pointer.setShape(shape.rawValue, serial: serial)
          }
        }
      }
    }
  }
}
