extension Surface {
  func handle(_ request: WlSurfaceResource.Request) {
    switch request {
    case .destroy:
      resource.destroy()
    case .attach(let buffer, let x, let y):
      attach(buffer, x: x, y: y)
    case .damage(let x, let y, let width, let height):
      pending.damage.append(IntegerRect(x: x, y: y, width: width, height: height))
    case .damageBuffer(let x, let y, let width, let height):
      pending.bufferDamage.append(IntegerRect(x: x, y: y, width: width, height: height))
    case .frame(let id):
      if let callback = resource.create(WlCallbackResource.self, id: id, version: 1) {
        pending.frameCallbacks.append(callback)
      }
    case .setOpaqueRegion(let region):
      pending.opaqueRegion = .some(region?.model(as: RegionObject.self)?.region)
    case .setInputRegion(let region):
      pending.inputRegion = .some(region?.model(as: RegionObject.self)?.region)
    case .commit:
      commit()
    case .setBufferTransform(let transform):
      guard let turn = OutputTransform(rawValue: transform.rawValue) else {
        resource.postError(
          WlSurfaceResource.Error.invalidTransform, "\(transform.rawValue) is not a wl_output.transform")
        return
      }
      pending.transform = turn
    case .setBufferScale(let scale):
      guard scale > 0 else {
        resource.postError(WlSurfaceResource.Error.invalidScale, "the buffer scale \(scale) is not positive")
        return
      }
      pending.scale = Int(scale)
    case .offset(let x, let y):
      move(x, y)
    }
  }

  private func move(_ x: Int32, _ y: Int32) {
    pending.dx = pending.dx.addingClamped(Int(x))
    pending.dy = pending.dy.addingClamped(Int(y))
  }

  private func attach(_ buffer: WlBufferResource?, x: Int32, y: Int32) {
    if (x != 0 || y != 0) && resource.version >= 5 {
      resource.postError(
        WlSurfaceResource.Error.invalidOffset, "attach with an offset: since version 5 use wl_surface.offset")
      return
    }
    move(x, y)
    guard let buffer else {
      pending.attachment = .nothing
      return
    }
    guard let compositor else { return }
    guard let known = Buffer.buffer(for: buffer, in: compositor) else {
      client?.postError(message: "the buffer's stride is less than four bytes per pixel")
      return
    }
    pending.attachment = .buffer(known)
  }
}
