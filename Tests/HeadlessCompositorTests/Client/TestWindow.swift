import HeadlessCompositor
import Testing
import Wayland

/// A window of a `TestClient`. It acknowledges and records configures.
@MainActor final class TestWindow {
  let client: TestClient
  let surface: WlSurface
  let shell: XdgSurface
  let toplevel: XdgToplevel
  private(set) var sizes: [(width: Int32, height: Int32)] = []
  private(set) var states: [[UInt32]] = []
  private(set) var closeRequests = 0
  private(set) var outputEvents: [String] = []
  private(set) var preferences: [String] = []
  var acknowledges = true
  private(set) var serials: [UInt32] = []

  init(_ client: TestClient) throws {
    self.client = client
    surface = client.compositor.createSurface()
    shell = try #require(client.wmBase).getXdgSurface(surface: surface)
    toplevel = shell.getToplevel()
    surface.onEvent = { [weak self] event in
      switch event {
      case .enter: self?.outputEvents.append("enter")
      case .leave: self?.outputEvents.append("leave")
      case .preferredBufferScale(let factor): self?.preferences.append("scale \(factor)")
      case .preferredBufferTransform(let transform):
        self?.preferences.append("transform \(transform.rawValue)")
      }
    }
    shell.onEvent = { [weak self] event in
      guard let self, case .configure(let serial) = event else { return }
      serials.append(serial)
      if acknowledges { shell.ackConfigure(serial: serial) }
    }
    toplevel.onEvent = { [weak self] event in
      switch event {
      case .configure(let width, let height, let bytes):
        self?.sizes.append((width, height))
        self?.states.append(
          bytes.withUnsafeBytes { raw in
            (0..<raw.count / 4).map { raw.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
          })
      case .close: self?.closeRequests += 1
      case .configureBounds, .wmCapabilities: break
      }
    }
  }

  /// Sends the initial commit and then commits a buffer of one color.
  @discardableResult
  func show(_ width: Int, _ height: Int, _ color: UInt32 = 0xff33_6699) throws -> TestBuffer {
    surface.commit()
    client.settle()
    let buffer = try client.buffer(width, height, color)
    commit(buffer)
    client.settle()
    return buffer
  }

  /// Commits a buffer and damages all its pixels.
  func commit(_ buffer: TestBuffer) {
    surface.attach(buffer: buffer.object, x: 0, y: 0)
    surface.damageBuffer(x: 0, y: 0, width: Int32(buffer.width), height: Int32(buffer.height))
    surface.commit()
  }

  /// The compositor's topmost toplevel. Directly after `show` it is this window's toplevel.
  var peer: Toplevel? { client.server.toplevels.last }
}

/// A log of the times of frame callbacks.
@MainActor final class FrameCallbackLog {
  private(set) var times: [UInt32] = []

  func request(_ surface: WlSurface) {
    let callback = surface.frame()
    callback.onEvent = { [weak self, unowned callback] event in
      switch event {
      case .done(let time): self?.times.append(time)
      }
      callback.destroyProxy()
    }
  }
}
