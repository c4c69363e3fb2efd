// Small globals: single-pixel buffers, idle inhibitors, activation tokens and cursor shapes.
extension Compositor {
  func bindSinglePixelBuffer(_ resource: Resource<WpSinglePixelBufferManagerV1Resource>) {
    resource.onRequest = { [unowned self, unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      case .createU32RgbaBuffer(let id, let red, let green, let blue, let alpha):
        guard let object = resource.create(WlBufferResource.self, id: id, version: 1),
          let handle = object.handle
        else { return }
        let color = (alpha >> 24) << 24 | (red >> 24) << 16 | (green >> 24) << 8 | blue >> 24
        _ = Buffer(
          handle: handle, width: 1, height: 1, stride: 0, singleColor: color, isOpaque: alpha == .max,
          compositor: self)
        object.onRequest = { [unowned object] request in
          switch request {
          case .destroy: object.destroy()
          }
        }
      }
    }
  }

  func bindIdleInhibit(_ resource: Resource<ZwpIdleInhibitManagerV1Resource>) {
    resource.onRequest = { [unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      case .createInhibitor(let id, let wire):
        guard let surface = wire.model(as: Surface.self),
          let inhibitor = resource.create(ZwpIdleInhibitorV1Resource.self, id: id)
        else { return }
        surface.inhibitsIdle = true
        inhibitor.onVanish = { [weak surface] in surface?.inhibitsIdle = false }
        inhibitor.onRequest = { [unowned inhibitor] request in
          switch request {
          case .destroy: inhibitor.destroy()
          }
        }
      }
    }
  }

  func bindActivation(_ resource: Resource<XdgActivationV1Resource>) {
    resource.onRequest = { [unowned self, unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      case .getActivationToken(let id):
        guard let token = resource.create(XdgActivationTokenV1Resource.self, id: id) else { return }
        answer(token)
      case .activate(let name, let wire):
        // A token is valid once; an unknown token is ignored.
        guard activationTokens.remove(name) != nil, let surface = wire.model(as: Surface.self) else { return }
        (surface.role as? XdgSurface)?.toplevel?.activate()
      }
    }
  }

  private func answer(_ token: Resource<XdgActivationTokenV1Resource>) {
    var isUsed = false
    token.onRequest = { [unowned self, unowned token] request in
      if case .destroy = request {
        token.destroy()
        return
      }
      guard !isUsed else {
        token.post(XdgActivationTokenV1Resource.Error.alreadyUsed, "the token is already committed")
        return
      }
      if case .commit = request {
        isUsed = true
        let name = "headless-token-\(nextSerial())"
        activationTokens.insert(name)
        token.wire?.sendDone(token: name)
      }
    }
  }

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
              device.post(
                WpCursorShapeDeviceV1Resource.Error.invalidShape, "\(shape.rawValue) is not a wp_cursor_shape_device_v1.shape")
              return
            }
            self?.seat.pointer.setShape(shape.rawValue, serial: serial)
          }
        }
      }
    }
  }
}
