import HeadlessCompositor
import Testing
import Wayland

/// Clients send random requests. The compositor must keep serving its other clients.
@MainActor @Suite("Random clients")
struct RandomClientTests {
  @Test(
    "If one client sends random requests and disconnects, another client is served as usual",
    arguments: 1...60)
  func random(seed: UInt64) throws {
    let server = try Compositor(.init(width: 80, height: 60))
    let bystander = try TestClient(server)
    let window = try TestWindow(bystander)
    try window.show(40, 30)
    for round in 0..<3 {
      let random = try RandomClient(server, seed: seed * 3 + UInt64(round))
      for _ in 0..<120 where random.client.failure == nil { try random.act() }
      random.end()
      server.settle()
      #expect(server.clients.count == 1)
      #expect(server.surfaces.count == 1)
      #expect(server.toplevels.count == 1)
    }
    #expect(bystander.failure == nil)
    let callbacks = FrameCallbackLog()
    callbacks.request(window.surface)
    window.surface.commit()
    server.run(frames: 1)
    #expect(callbacks.times.count == 1)
  }
}

/// A client that sends random requests. The same seed produces the same sequence.
@MainActor private final class RandomClient {
  let client: TestClient
  private let server: Compositor
  private let peer: Client?
  private var random: UInt64
  private var surfaces: [WlSurface] = []
  private var shells: [XdgSurface] = []
  private var toplevels: [XdgToplevel] = []
  private var popups: [XdgPopup] = []
  private var subsurfaces: [WlSubsurface] = []
  private var viewports: [WpViewport] = []
  private var decorations: [ZxdgToplevelDecorationV1] = []
  private var buffers: [TestBuffer] = []
  private let log: InputLog
  private let subcompositor: WlSubcompositor
  private let viewporter: WpViewporter
  private let presentation: WpPresentation
  private let decorationManager: ZxdgDecorationManagerV1
  private let positioner: XdgPositioner
  private let callbacks = FrameCallbackLog()

  init(_ server: Compositor, seed: UInt64) throws {
    self.server = server
    random = seed &* 0x9e37_79b9_7f4a_7c15 | 1
    client = try TestClient(server)
    peer = client.peer
    log = try InputLog(client)
    log.bindPointer()
    log.bindTouch()
    log.bindKeyboard()
    _ = try client.bind(WlOutput.self)
    subcompositor = try client.bind(WlSubcompositor.self)
    viewporter = try client.bind(WpViewporter.self)
    presentation = try client.bind(WpPresentation.self)
    decorationManager = try client.bind(ZxdgDecorationManagerV1.self)
    positioner = try #require(client.wmBase).createPositioner()
    positioner.setSize(width: 9, height: 9)
    positioner.setAnchorRect(x: 1, y: 1, width: 3, height: 3)
    for size in [4, 10, 33] { buffers.append(try client.buffer(size, size)) }
  }

  /// Disconnects the client in one of three ways: the compositor disconnects it, or it closes the connection with or
  /// without unsent requests.
  func end() {
    switch next(3) {
    case 0: peer?.disconnect()
    case 1: client.settle()
    default: break
    }
    client.connection.close()
  }

  /// Performs one random action.
  func act() throws {
    switch next(32) {
    case 0...2: surfaces.append(client.compositor.createSurface())
    case 3...4: makeWindow()
    case 5: makePopup()
    case 6:
      if let parent = pick(surfaces) {
        let child = freshSurface()
        subsurfaces.append(subcompositor.getSubsurface(surface: child, parent: parent))
      }
    case 7...10:
      pick(surfaces)?.attach(buffer: next(5) == 0 ? nil : pick(buffers)?.object, x: 0, y: 0)
    case 11...15: pick(surfaces)?.commit()
    case 16: if let surface = pick(surfaces) { callbacks.request(surface) }
    case 17: if let surface = pick(surfaces) { _ = presentation.feedback(surface: surface) }
    case 18: viewports.append(viewporter.getViewport(surface: freshSurface()))
    case 19: pick(viewports)?.setDestination(width: Int32(next(90)), height: 7)
    case 20: if next(9) == 0, let toplevel = pick(toplevels) { decorate(toplevel) }
    case 21: stack()
    case 22: window()
    case 23: if next(4) == 0 { destroySomething() }
    case 24:
      log.pointer?.setCursor(
        serial: log.enterSerial, surface: next(3) == 0 ? nil : freshSurface(), hotspotX: 1, hotspotY: 1)
    case 25...27: sendInput()
    case 28: server.presentFrame()
    case 29: _ = server.capture(includesCursor: true)
    default: client.settle()
    }
  }

  /// Returns a new surface; in one of 60 cases, an existing surface.
  private func freshSurface() -> WlSurface {
    if next(60) == 0, let any = pick(surfaces) { return any }
    let surface = client.compositor.createSurface()
    surfaces.append(surface)
    return surface
  }

  private func makeWindow() {
    guard let wmBase = client.wmBase else { return }
    let surface = freshSurface()
    let shell = wmBase.getXdgSurface(surface: surface)
    listen(to: shell)
    let toplevel = shell.getToplevel()
    toplevels.append(toplevel)
    if next(3) == 0 { decorate(toplevel) }
    if next(3) == 0 { viewports.append(viewporter.getViewport(surface: surface)) }
    start(surface)
  }

  private func makePopup() {
    guard let wmBase = client.wmBase, let parent = pick(shells) else { return }
    let surface = freshSurface()
    let shell = wmBase.getXdgSurface(surface: surface)
    listen(to: shell)
    let popup = shell.getPopup(parent: parent, positioner: positioner)
    popups.append(popup)
    if next(2) == 0 { popup.grab(seat: log.seat, serial: 0) }
    start(surface)
  }

  private func listen(to shell: XdgSurface) {
    shells.append(shell)
    shell.onEvent = { [unowned shell] in
      if case .configure(let serial) = $0 { shell.ackConfigure(serial: serial) }
    }
  }

  private func start(_ surface: WlSurface) {
    surface.commit()
    if next(20) > 0 { client.settle() }
    surface.attach(buffer: pick(buffers)?.object, x: 0, y: 0)
    surface.commit()
  }

  private func decorate(_ toplevel: XdgToplevel) {
    decorations.append(decorationManager.getToplevelDecoration(toplevel: toplevel))
  }

  private func stack() {
    guard let subsurface = pick(subsurfaces) else { return }
    switch next(4) {
    case 0: subsurface.setPosition(x: 3, y: -3)
    case 1: subsurface.setDesync()
    case 2: if let surface = pick(surfaces) { subsurface.placeAbove(sibling: surface) }
    default: subsurface.setSync()
    }
  }

  private func window() {
    guard let toplevel = pick(toplevels) else { return }
    switch next(6) {
    case 0: toplevel.setFullscreen(output: nil)
    case 1: toplevel.unsetFullscreen()
    case 2: toplevel.setMaximized()
    case 3: toplevel.setMinimized()
    case 4: toplevel.setTitle(title: "random")
    default: pick(shells)?.setWindowGeometry(x: 1, y: 1, width: 5, height: 5)
    }
  }

  private func destroySomething() {
    switch next(9) {
    case 0: take(&surfaces)?.destroy()
    case 1: if next(9) == 0 { take(&shells)?.destroy() }
    case 2: take(&toplevels)?.destroy()
    case 3: take(&popups)?.destroy()
    case 4: take(&subsurfaces)?.destroy()
    case 5: take(&viewports)?.destroy()
    case 6: take(&decorations)?.destroy()
    case 7: if next(9) == 0 { pick(buffers)?.object.destroy() }
    default: log.touch?.release()
    }
  }

  /// Sends random input, or changes the devices or the output's scale.
  private func sendInput() {
    let point = (x: Double(next(80)), y: Double(next(60)))
    switch next(9) {
    case 0...1: server.seat.pointer.move(to: point)
    case 2: server.seat.pointer.click(at: point)
    case 3: server.seat.touch.down(at: point, id: Int32(next(3)))
    case 4: server.seat.touch.move(to: point, id: Int32(next(3)))
    case 5: server.seat.touch.up(id: Int32(next(3)))
    case 6: server.seat.keyboard.tap(.left)
    case 7: server.seat.devices = next(2) == 0 ? [.pointer, .touch, .keyboard] : [.keyboard]
    default: server.output.scale = Double(next(3)) / 2 + 1
    }
  }

  private func next(_ limit: Int) -> Int {
    random ^= random << 13
    random ^= random >> 7
    random ^= random << 17
    return Int(random % UInt64(limit))
  }

  private func pick<Element>(_ list: [Element]) -> Element? { list.isEmpty ? nil : list[next(list.count)] }

  private func take<Element>(_ list: inout [Element]) -> Element? {
    list.isEmpty ? nil : list.remove(at: next(list.count))
  }
}
