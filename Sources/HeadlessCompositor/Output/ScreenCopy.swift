/// A client's copy of an output, or of a part of it, as screenshot tools use it.
///
/// Wayland: `zwlr_screencopy_frame_v1`.
@MainActor final class ScreenCopy {
  private enum Phase {
    /// The client has not sent a buffer.
    case announced
    /// The copy is made with the first frame after a change.
    case waiting(Buffer)
    case ended
  }

  private let resource: Resource<ZwlrScreencopyFrameV1Resource>
  private weak var compositor: Compositor?
  private weak var output: Output?
  private let includesCursor: Bool
  /// The part of the output, in pixels of its upright image.
  private let area: IntegerRect
  /// The width and the height of the copy, in pixels in the orientation of the mode.
  private let size: (width: Int, height: Int)
  private var phase = Phase.announced
  /// The value of `Compositor.contentChanges` when the client sent the buffer.
  private var knownChanges = 0

  /// - Parameter region: In logical pixels, relative to the output; nil for the whole output.
  init(
    _ resource: Resource<ZwlrScreencopyFrameV1Resource>, of output: Output?, region: IntegerRect?,
    includesCursor: Bool, compositor: Compositor
  ) {
    self.resource = resource
    self.compositor = compositor
    self.output = output
    self.includesCursor = includesCursor
    area = output?.pixels(of: region) ?? IntegerRect(x: 0, y: 0, width: 0, height: 0)
    let isTurned = output?.transform.swapsAxes ?? false
    size = isTurned ? (area.height, area.width) : (area.width, area.height)
    resource.model = self
    resource.onRequest = { [unowned self] in handle($0) }
    resource.onDestroy = { [unowned self] in self.compositor?.waitingCopies.remove(self) }
    guard output?.isRemoved == false, !area.isEmpty else {
      fail()
      return
    }
    resource.wire?.sendBuffer(
      format: .xrgb8888, width: UInt32(size.width), height: UInt32(size.height),
      stride: UInt32(size.width * 4))
    if resource.version >= 3 { resource.wire?.sendBufferDone() }
  }

  private func handle(_ request: ZwlrScreencopyFrameV1Resource.Request) {
    switch request {
    case .copy(let wire): begin(wire, waits: false)
    case .copyWithDamage(let wire): begin(wire, waits: true)
    case .destroy: resource.destroy()
    }
  }

  private func begin(_ wire: WlBufferResource, waits: Bool) {
    typealias Code = ZwlrScreencopyFrameV1Resource.Error
    guard let compositor else { return }
    if area.isEmpty { return }
    guard case .announced = phase else {
      resource.postError(Code.alreadyUsed, "the frame was copied before")
      return
    }
    guard let buffer = Buffer.buffer(for: wire, in: compositor),
      buffer.canReceive(width: size.width, height: size.height)
    else {
      resource.postError(
        Code.invalidBuffer,
        "the buffer is not in shared memory with \(size.width) × \(size.height) pixels of 4 bytes")
      return
    }
    knownChanges = compositor.contentChanges
    phase = .waiting(buffer)
    if waits {
      compositor.waitingCopies.append(self)
    } else {
      finish(sendsDamage: false)
    }
  }

  /// Whether the output's content has changed since the client has sent the buffer.
  var isDue: Bool { compositor.map { $0.contentChanges != knownChanges } ?? false }

  /// Copies the output's content into the buffer.
  func finish(sendsDamage: Bool) {
    guard let compositor, case .waiting(let buffer) = phase else { return }
    phase = .ended
    compositor.waitingCopies.remove(self)
    guard let output, !output.isRemoved, output.pixels(of: nil).contains(area) else { return fail() }
    let picture = compositor.scene(of: output, includesCursor: includesCursor)
      .draw(x: area.x, y: area.y, width: area.width, height: area.height)?.applying(output.transform)
    guard let picture, picture.width == size.width, buffer.write(picture) else { return fail() }
    guard let wire = resource.wire else { return }
    wire.sendFlags(flags: [])
    if sendsDamage {
      wire.sendDamage(x: 0, y: 0, width: UInt32(size.width), height: UInt32(size.height))
    }
    let seconds = compositor.now / 1_000_000_000
    wire.sendReady(
      tvSecHi: UInt32(truncatingIfNeeded: seconds >> 32), tvSecLo: UInt32(truncatingIfNeeded: seconds),
      tvNsec: UInt32(compositor.now % 1_000_000_000))
    compositor.flush()
  }

  private func fail() {
    phase = .ended
    resource.wire?.sendFailed()
  }
}

extension Output {
  /// Returns a part of the output in pixels of its upright image.
  ///
  /// - Parameter region: In logical pixels, relative to the output; nil for the whole output.
  fileprivate func pixels(of region: IntegerRect?) -> IntegerRect {
    let pixels = pixelSize
    guard let region else { return IntegerRect(x: 0, y: 0, width: pixels.width, height: pixels.height) }
    let left = (Double(region.x) * scale).rounded(.down)
    let top = (Double(region.y) * scale).rounded(.down)
    let right = (Double(region.x + region.width) * scale).rounded(.up)
    let bottom = (Double(region.y + region.height) * scale).rounded(.up)
    return IntegerRect(x: Int(left), y: Int(top), width: Int(right - left), height: Int(bottom - top))
      .clipped(toWidth: pixels.width, height: pixels.height)
  }
}

extension IntegerRect {
  fileprivate func contains(_ other: IntegerRect) -> Bool { union(other) == self }
}

extension Compositor {
  func bindScreencopy(_ resource: Resource<ZwlrScreencopyManagerV1Resource>) {
    resource.onRequest = { [unowned self, unowned resource] request in
      @MainActor func create(
        _ id: UInt32, _ cursor: Int32, _ output: WlOutputResource, _ region: IntegerRect?
      ) {
        guard let object = resource.create(ZwlrScreencopyFrameV1Resource.self, id: id) else { return }
        _ = ScreenCopy(
          object, of: output.model(), region: region, includesCursor: cursor != 0, compositor: self)
      }
      switch request {
      case .captureOutput(let id, let cursor, let output): create(id, cursor, output, nil)
      case .captureOutputRegion(let id, let cursor, let output, let x, let y, let width, let height):
        create(id, cursor, output, IntegerRect(x: x, y: y, width: width, height: height))
      case .destroy: resource.destroy()
      }
    }
  }

  /// Makes the copies that have waited for a change.
  func finishCopies() {
    guard !waitingCopies.isEmpty else { return }
    for copy in Array(waitingCopies) where copy.isDue { copy.finish(sendsDamage: true) }
  }
}
