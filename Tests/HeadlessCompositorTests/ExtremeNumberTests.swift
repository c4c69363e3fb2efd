import CSystem
import CWayland
import Foundation
import Glibc
import HeadlessCompositor
import Testing
import Wayland
import WaylandProtocol

/// Tests of requests with numbers far outside of the usual ranges.
///
/// If the compositor traps, the test run ends. The last printed line names the request.
@MainActor @Suite("Extreme numbers")
struct ExtremeNumberTests {
  /// The values for integer arguments. A fixed-point argument has 1/256 of the value.
  nonisolated static let extremes: [Int32] = [
    .min, .min + 1, -0x4000_0000, -65_536, -256, -1, 0, 1, 2, 8, 256, 65_536, 0x4000_0000, .max - 1, .max,
  ]

  /// All requests with at least one number, of all interfaces that the compositor offers.
  nonisolated static let requests: [Request] = {
    return Interfaces.descriptions.flatMap { interface -> [Request] in
      let isOffered =
        !interface.name.hasPrefix("wl_shell")
        // The compositor has no pads.
        && !interface.name.hasPrefix("zwp_tablet_pad")
      guard isOffered else { return [] }
      return interface.requests.enumerated().compactMap { Request(interface.name, opcode: $0, $1) }
    }
  }()

  @Test(
    "A request with an extreme number is accepted or causes a protocol error",
    arguments: requests)
  func systematic(request: Request) throws {
    print("extreme numbers: \(request)")
    let server = try Compositor(.init(width: 80, height: 60))
    let bystander = try TestClient(server)
    for value in Self.extremes {
      for place in request.numbers + [nil] {
        let subject = try ExtremeClient(server, locks: request.interface.hasPrefix("ext_session_lock"))
        try subject.send(request) { $0 == place || place == nil ? value : nil }
        try subject.use()
        subject.end()
        #expect(subject.endedCorrectly, "\(request) with \(value)")
      }
    }
    bystander.settle()
    #expect(bystander.failure == nil)
    #expect(server.clients.count == 1 && server.surfaces.isEmpty && server.toplevels.isEmpty)
  }

  /// The seeds of the random test. CAROUSEL_FUZZ_SEEDS sets the number of seeds.
  nonisolated static let seeds: ClosedRange<UInt64> =
    1...max(1, ProcessInfo.processInfo.environment["CAROUSEL_FUZZ_SEEDS"].flatMap { UInt64($0) } ?? 200)

  @Test("Random requests with extreme numbers are accepted or cause protocol errors")
  func random() throws {
    let server = try Compositor(.init(width: 80, height: 60))
    let bystander = try TestClient(server)
    for seed in Self.seeds {
      print("extreme numbers: seed \(seed)")
      var dice = Dice(seed: seed)
      let subject = try ExtremeClient(server, locks: dice.roll(8) == 0)
      for _ in 0..<30 where subject.client.failure == nil {
        let request = dice.pick(Self.requests)
        try subject.send(request) { _ in dice.roll(3) > 0 ? dice.pick(Self.extremes) : nil }
        if dice.roll(4) == 0 { try subject.use() }
      }
      try subject.use()
      subject.end()
      #expect(subject.endedCorrectly, "seed \(seed)")
    }
    bystander.settle()
    #expect(bystander.failure == nil)
    #expect(server.clients.count == 1 && server.surfaces.isEmpty)
  }

  @Test(
    "If the position of a popup exceeds the range of the protocol's integers, it is clamped to that range")
  func popup() throws {
    let server = try Compositor()
    let client = try TestClient(server)
    let window = try TestWindow(client)
    try window.show(10, 10)
    let wmBase = try #require(client.wmBase)
    let positioner = wmBase.createPositioner()
    positioner.setSize(width: 40, height: 30)
    positioner.setAnchorRect(x: 10, y: 20, width: 20, height: 10)
    positioner.setAnchor(anchor: .bottomRight)
    positioner.setGravity(gravity: .bottomRight)
    positioner.setOffset(x: .max, y: .min)
    let surface = client.compositor.createSurface()
    let popup = wmBase.getXdgSurface(surface: surface).getPopup(parent: window.shell, positioner: positioner)
    var places: [[Int32]] = []
    popup.onEvent = { event in
      if case .configure(let x, let y, let width, let height) = event {
        places.append([x, y, width, height])
      }
    }
    surface.commit()
    client.settle()
    #expect(places == [[.max, .min + 30, 40, 30]])
    #expect(server.popups.first?.position.x == Int(Int32.max))
    #expect(server.protocolErrors == [])
  }

  @Test("The sum of many offsets is clamped to the range of the protocol's integers")
  func offsets() throws {
    let server = try Compositor()
    let client = try TestClient(server)
    let window = try TestWindow(client)
    try window.show(10, 10)
    for _ in 0..<3 {
      window.surface.offset(x: .max, y: .min)
      window.surface.offset(x: .max, y: .min)
      window.surface.commit()
    }
    client.settle()
    #expect(try #require(window.peer?.surface).offset == (Int(Int32.max), Int(Int32.min)))
  }
}

extension ExtremeNumberTests {
  /// A request with at least one number.
  struct Request: Sendable, CustomTestStringConvertible, CustomStringConvertible {
    let interface: String
    let opcode: UInt32
    let name: String
    /// For each argument: its letter in `wl_message.signature`, whether it may be null, and the interface if it is an
    /// object.
    let arguments: [(kind: Character, isNullable: Bool, interface: String?)]
    /// The first version of the interface that contains the request.
    let since: UInt32

    init?(_ interface: String, opcode: Int, _ message: MessageDescription) {
      self.interface = interface
      self.opcode = UInt32(opcode)
      name = message.name
      since = UInt32(message.signature.prefix { $0.isNumber }) ?? 1
      var arguments: [(Character, Bool, String?)] = []
      var isNullable = false
      for letter in message.signature where !letter.isNumber {
        if letter == "?" {
          isNullable = true
        } else {
          arguments.append((letter, isNullable, message.types[arguments.count]))
          isNullable = false
        }
      }
      self.arguments = arguments
      if numbers.isEmpty { return nil }
    }

    /// The indices of the arguments that are numbers.
    var numbers: [Int?] { arguments.indices.filter { "iuf".contains(arguments[$0].kind) } }

    var description: String { "\(interface).\(name)" }
    var testDescription: String { description }
  }
}

/// A random number generator that returns the same sequence for the same seed.
private struct Dice {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 | 1 }

  mutating func roll(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(limit))
  }

  mutating func pick<Element>(_ list: [Element]) -> Element { list[roll(list.count)] }
}

/// A client with an object of each interface. The objects are in states in which requests have an effect.
@MainActor private final class ExtremeClient {
  let client: TestClient
  private let server: Compositor
  private let errorsBefore: Int
  private let otherClients: (() -> Void)?
  private let window: TestWindow
  private let log: InputLog
  private let positioner: XdgPositioner
  private let buffer: TestBuffer
  private let icon: WlSurface
  private let child: WlSurface
  private let panel: WlSurface
  private let file: Int32
  private var objects: [String: Proxy] = [:]
  private var offer: WlDataOffer?
  private var tool: ZwpTabletToolV2?
  private var tools: ToolObjects?
  private let locks: Bool

  /// - Parameter locks: Whether the client locks the session.
  init(_ server: Compositor, locks: Bool) throws {
    self.locks = locks
    self.server = server
    errorsBefore = server.protocolErrors.count
    otherClients = server.dispatchClients
    client = try TestClient(server)
    file = csystem_memfd("extremes")
    try #require(ftruncate(file, 4096) == 0)
    window = try TestWindow(client)
    log = try InputLog(client)
    log.bindPointer()
    log.bindKeyboard()
    log.bindTouch()
    let wmBase = try #require(client.wmBase)
    positioner = wmBase.createPositioner()
    positioner.setSize(width: 9, height: 9)
    positioner.setAnchorRect(x: 1, y: 1, width: 3, height: 3)
    buffer = try client.buffer(20, 16)
    icon = client.compositor.createSurface()
    child = client.compositor.createSurface()
    panel = client.compositor.createSurface()
    try addObjects(wmBase)
  }

  /// Creates an object of each interface.
  private func addObjects(_ wmBase: XdgWmBase) throws {
    let surface = window.surface
    let viewporter = try client.bind(WpViewporter.self)
    let subcompositor = try client.bind(WlSubcompositor.self)
    let subsurface = subcompositor.getSubsurface(surface: child, parent: surface)
    let decorations = try client.bind(ZxdgDecorationManagerV1.self)
    let decoration = decorations.getToplevelDecoration(toplevel: window.toplevel)
    try window.show(30, 20)
    server.seat.pointer.move(to: (5, 5))
    client.settle()
    icon.attach(buffer: buffer.object, x: 0, y: 0)
    icon.commit()
    child.attach(buffer: buffer.object, x: 0, y: 0)
    child.commit()
    let popupSurface = client.compositor.createSurface()
    let popupShell = wmBase.getXdgSurface(surface: popupSurface)
    popupShell.onEvent = { [unowned popupShell] event in
      if case .configure(let serial) = event { popupShell.ackConfigure(serial: serial) }
    }
    let popup = popupShell.getPopup(parent: window.shell, positioner: positioner)
    popupSurface.commit()
    client.settle()
    popupSurface.attach(buffer: buffer.object, x: 0, y: 0)
    popupSurface.commit()
    let layers = try client.bind(ZwlrLayerShellV1.self)
    let layer = layers.getLayerSurface(surface: panel, output: nil, layer: .top, namespace: "")
    layer.onEvent = { [unowned layer] event in
      if case .configure(let serial, _, _) = event { layer.ackConfigure(serial: serial) }
    }
    layer.setSize(width: 20, height: 16)
    layer.setAnchor(anchor: .top)
    layer.setExclusiveZone(zone: 4)
    panel.commit()
    client.settle()
    panel.attach(buffer: buffer.object, x: 0, y: 0)
    panel.commit()
    let manager = try client.bind(WlDataDeviceManager.self)
    let device = manager.getDataDevice(seat: log.seat)
    device.onEvent = { [weak self] event in
      if case .dataOffer(let offer) = event {
        offer.onEvent = { _ in }
        self?.offer = offer
      }
    }
    let source = manager.createDataSource()
    source.offer(mimeType: "text/plain")
    device.setSelection(source: source, serial: 0)
    client.settle()
    let tablets = try client.bind(ZwpTabletManagerV2.self).getTabletSeat(seat: log.seat)
    tablets.onEvent = { [weak self] event in
      switch event {
      case .tabletAdded(let tablet): tablet.onEvent = { _ in }
      case .toolAdded(let tool):
        tool.onEvent = { _ in }
        self?.tool = tool
      case .padAdded: break
      }
    }
    if server.seat.tools.isEmpty { server.seat.addTool() }
    client.settle()
    let activation = try client.bind(XdgActivationV1.self)
    let cursorShapes = try client.bind(WpCursorShapeManagerV1.self)
    let primary = try client.bind(ZwpPrimarySelectionDeviceManagerV1.self)
    let textInputs = try client.bind(ZwpTextInputManagerV3.self)
    let textInput = textInputs.getTextInput(seat: log.seat)
    textInput.enable()
    let all: [Proxy?] = [
      client.connection.display, client.compositor, client.shm, wmBase, surface, window.shell,
      window.toplevel,
      client.compositor.createRegion(), client.shm.createPool(fd: file, size: 4096), buffer.object,
      try client.bind(WlOutput.self), log.seat, log.pointer, log.keyboard, log.touch, manager, device,
      manager.createDataSource(), offer, subcompositor, subsurface, positioner, popup, layers, layer,
      viewporter,
      viewporter.getViewport(surface: surface), decorations, decoration, activation,
      activation.getActivationToken(), cursorShapes,
      log.pointer.map { cursorShapes.getPointer(pointer: $0) },
      try client.bind(WpSinglePixelBufferManagerV1.self), try client.bind(WpPresentation.self),
      try client.bind(WpFractionalScaleManagerV1.self), try client.bind(ZwpIdleInhibitManagerV1.self),
      client.connection.display.getRegistry(), tool,
      primary, primary.createSource(),
      primary.getDevice(seat: log.seat), textInputs, textInput,
    ]
    let tools = try ToolObjects(client, window: window, log: log, file: file, locks: locks)
    self.tools = tools
    for case let object? in all + tools.all { objects[type(of: object).interfaceName] = object }
    client.settle()
    try #require(client.failure == nil)
  }

  /// Sends a request.
  ///
  /// - Parameter number: Returns the value for the numeric argument at an index; nil selects a valid value.
  func send(_ request: ExtremeNumberTests.Request, number: (Int?) -> Int32?) throws {
    if !locks, request.interface.hasPrefix("ext_session_lock") { return }
    let object = try #require(objects[request.interface], "the test has created no \(request.interface)")
    guard let handle = object.handle, client.failure == nil, object.version >= request.since else { return }
    // The new object of wl_registry.bind has no fixed interface, so create a wl_output.
    var made = request.arguments.first { $0.kind == "n" }?.interface.flatMap { Interfaces[$0] }
    if request.interface == "wl_registry" { made = Interfaces["wl_output"] }
    "text/plain".withCString { text in
      var values = request.arguments.enumerated().map { place, argument -> wl_argument in
        switch argument.kind {
        case "i": wl_argument(i: number(place) ?? 1)
        case "u": wl_argument(u: number(place).map { UInt32(bitPattern: $0) } ?? validValue(request, place))
        case "f": wl_argument(f: number(place) ?? 256)
        case "s": wl_argument(s: text)
        case "h": wl_argument(h: file)
        case "o": wl_argument(o: self.argument(of: request, argument.interface)?.handle)
        default: wl_argument(o: nil)
        }
      }
      let new = wl_proxy_marshal_array_flags(handle, request.opcode, made, object.version, 0, &values)
      client.connection.schedulePrepare()
      if let new { wl_proxy_destroy(new) }
    }
    client.settle()
  }

  /// Returns a valid value of an argument.
  private func validValue(_ request: ExtremeNumberTests.Request, _ place: Int) -> UInt32 {
    switch request.description {
    case "wl_pointer.set_cursor", "wp_cursor_shape_device_v1.set_shape": place == 0 ? log.enterSerial : 1
    case "wl_surface.set_buffer_transform": 0
    case "zwp_virtual_keyboard_v1.keymap": place == 0 ? 1 : 4096
    default: 1
    }
  }

  private func argument(of request: ExtremeNumberTests.Request, _ interface: String?) -> Proxy? {
    request.description == "wl_pointer.set_cursor" ? icon : interface.flatMap { objects[$0] }
  }

  /// Makes the compositor use all state that the numbers may have changed, by commits, input, captures and configures.
  func use() throws {
    window.commit(buffer)
    child.damage(x: .max, y: .min, width: .max, height: .max)
    child.commit()
    panel.commit()
    window.surface.commit()
    if client.failure == nil, let wmBase = client.wmBase {
      let shell = wmBase.getXdgSurface(surface: client.compositor.createSurface())
      _ = shell.getPopup(parent: window.shell, positioner: positioner)
      (objects["xdg_popup"] as? XdgPopup)?.reposition(positioner: positioner, token: 7)
    }
    client.settle()
    commitTextFields()
    for point in [(x: 5.0, y: 5.0), (x: 70, y: 50), (x: 0, y: 0)] {
      server.seat.pointer.click(at: point)
      server.seat.pointer.move(by: (3, 200))
      server.seat.pointer.scroll(notches: 1)
      server.seat.touch.down(at: point)
      server.seat.touch.move(to: (1, 1))
      server.seat.touch.up()
      server.seat.tools.first?.move(to: point)
      server.seat.tools.first?.down()
      server.seat.tools.first?.leave()
    }
    server.seat.keyboard.tap(.left)
    server.seat.textInput.insert("text")
    _ = server.capture(includesCursor: true)
    for toplevel in server.toplevels {
      if toplevel.size.width < 1000 && toplevel.size.height < 1000 { _ = server.capture(toplevel) }
      toplevel.setMaximized(true)
      toplevel.setMaximized(false)
    }
    server.output.scale = 1.75
    server.presentFrame()
    client.settle()
    server.output.scale = 1
    client.settle()
  }

  /// Commits the text fields one after the other, because the input method gets only the state of the first enabled one.
  private func commitTextFields() {
    guard client.failure == nil, let field = objects["zwp_text_input_v3"] as? ZwpTextInputV3 else { return }
    field.commit()
    client.settle()
    field.disable()
    field.commit()
    (objects["zwp_text_input_v1"] as? ZwpTextInputV1)?.commitState(serial: 1)
    client.settle()
    guard client.failure == nil else { return }
    field.enable()
  }

  /// Disconnects the client.
  func end() {
    client.connection.close()
    server.settle()
    server.unlockSession()
    close(file)
    server.dispatchClients = otherClients
  }

  /// Whether the connection is open, or the compositor closed it with a protocol error.
  var endedCorrectly: Bool { client.failure == nil || server.protocolErrors.count > errorsBefore }
}
