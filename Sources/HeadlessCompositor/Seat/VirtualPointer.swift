/// A pointer that a client moves, such as a remote control.
///
/// Wayland: `zwlr_virtual_pointer_v1`.
@MainActor final class VirtualPointer {
  private let resource: Resource<ZwlrVirtualPointerV1Resource>
  private weak var seat: Seat?
  /// The output to which absolute positions refer; nil for the rectangle around all outputs.
  private weak var output: Output?
  private var pressedButtons: Set<Pointer.Button> = []
  /// The scrolling since the last frame request.
  private var scroll = ScrollFrame()

  init(_ resource: Resource<ZwlrVirtualPointerV1Resource>, of seat: Seat, output: Output?) {
    self.resource = resource
    self.seat = seat
    self.output = output
    resource.model = self
    resource.onRequest = { [unowned self] in handle($0) }
    resource.onDestroy = { [unowned self] in
      for button in pressedButtons.sorted(by: { $0.rawValue < $1.rawValue }) {
        self.seat?.pointer.release(button)
      }
    }
  }

  private func handle(_ request: ZwlrVirtualPointerV1Resource.Request) {
    typealias Code = ZwlrVirtualPointerV1Resource.Error
    if case .destroy = request { return resource.destroy() }
    guard let pointer = seat?.pointer,
      seat?.permitsInput(of: resource.clientHandle, to: pointer.focus) == true
    else { return }
    switch request {
    case .motion(_, let dx, let dy): pointer.move(by: (dx, dy))
    case .motionAbsolute(_, let x, let y, let width, let height):
      guard width > 0, height > 0, let area else { return }
      pointer.move(
        to: (
          Double(area.x) + Double(area.width) * min(1, Double(x) / Double(width)),
          Double(area.y) + Double(area.height) * min(1, Double(y) / Double(height))
        ))
    case .button(_, let code, let state):
      guard let button = Pointer.Button(rawValue: code) else { return }
      if state == .pressed, pressedButtons.insert(button).inserted {
        pointer.press(button)
      } else if state == .released, pressedButtons.remove(button) != nil {
        pointer.release(button)
      }
    case .axis(_, let axis, let value):
      guard isValid(axis) else { return }
      scroll[axis].distance += value
    case .axisDiscrete(_, let axis, let value, let notches):
      guard isValid(axis) else { return }
      scroll[axis].distance += value
      scroll[axis].value120 = Int32(clamping: Int(scroll[axis].value120 ?? 0) + Int(notches) * 120)
      scroll[axis].discrete = Int32(clamping: Int(scroll[axis].discrete ?? 0) + Int(notches))
    case .axisStop(_, let axis):
      guard isValid(axis) else { return }
      scroll[axis].isStop = true
    case .axisSource(let source):
      guard source.rawValue <= WlPointerResource.AxisSource.wheelTilt.rawValue else {
        resource.postError(Code.invalidAxisSource, "\(source.rawValue) is not a wl_pointer.axis_source")
        return
      }
      scroll.source = source
    case .frame:
      if !scroll.isEmpty { pointer.send(scroll) }
      scroll = ScrollFrame()
    case .destroy: break
    }
  }

  private func isValid(_ axis: WlPointerResource.Axis) -> Bool {
    if axis == .verticalScroll || axis == .horizontalScroll { return true }
    resource.postError(
      ZwlrVirtualPointerV1Resource.Error.invalidAxis, "\(axis.rawValue) is not a wl_pointer.axis")
    return false
  }

  /// The rectangle to which absolute positions refer; nil without outputs.
  private var area: IntegerRect? {
    if let output, !output.isRemoved { return output.rect }
    guard let outputs = seat?.compositor?.outputs.map(\.rect), let first = outputs.first else { return nil }
    return outputs.dropFirst().reduce(first) { $0.union($1) }
  }
}

extension Compositor {
  func bindVirtualPointer(_ resource: Resource<ZwlrVirtualPointerManagerV1Resource>) {
    resource.onRequest = { [unowned self, unowned resource] request in
      @MainActor func create(_ id: UInt32, _ seat: WlSeatResource?, _ output: WlOutputResource?) {
        guard let object = resource.create(ZwlrVirtualPointerV1Resource.self, id: id) else { return }
        _ = VirtualPointer(object, of: seat?.model(as: Seat.self) ?? self.seat, output: output?.model())
      }
      switch request {
      case .createVirtualPointer(let seat, let id): create(id, seat, nil)
      case .createVirtualPointerWithOutput(let seat, let output, let id): create(id, seat, output)
      case .destroy: resource.destroy()
      }
    }
  }
}
