import Glibc
import HeadlessCompositor
import TestSupport

/// A compositor that writes events directly to its socket. The events are valid, extreme or damaged, in any order.
final class HostileCompositor {
  let socket: WireSocket
  private var random: SplitMix
  private let temper: Temper
  private var objects = WireObjects()
  private var globals: [(name: UInt32, interface: String)] = []
  private var frameCallbacks: [UInt32] = []
  private var nextServerID: UInt32 = 0xff00_0000
  private var nextName: UInt32 = 1
  private var serial: UInt32 = 1
  /// The role objects of surfaces to which no configure was sent yet.
  private var unconfigured: [UInt32] = []
  private var registries: [UInt32] = []
  /// The number of events sent, by interface and name.
  private(set) var counts: [String: Int] = [:]

  /// Whether the compositor is well-behaved: it offers all globals and sends only replies to requests and the events
  /// of `send`.
  private let isScripted: Bool

  init(_ file: Int32, seed: UInt64, isScripted: Bool = false) {
    socket = WireSocket(file)
    self.isScripted = isScripted
    random = SplitMix(seed: seed)
    temper = isScripted ? .calm : random.choice([.mild, .mild, .odd, .odd, .wild])
    objects.add(1, "wl_display", version: 1)
    // Required globals are usually offered, in a usable version.
    for name in Compositor.Configuration.supportedGlobals.keys.sorted() {
      let isRequired = ["wl_compositor", "wl_shm", "xdg_wm_base"].contains(name)
      if !isScripted, random.once(in: isRequired ? 60 : 6) { continue }
      globals.append((nextName, name))
      nextName += 1
    }
    if !isScripted, random.once(in: 3) {
      globals.append((nextName + 100, random.choice(["wl_output", "wl_seat", "xx_unknown_v9"])))
    }
  }

  /// Reads requests, replies to them and sends random events.
  ///
  /// - Parameter isSending: Whether all queued events are sent. If false, only some bytes of them are sent.
  func act(isSending: Bool = true) {
    socket.read()
    while let message = socket.takeMessage() { receive(message.object, message.opcode, message.body) }
    configureRoles()
    if isScripted { return socket.flush() }
    if random.once(in: 2) { presentFrame() }
    for _ in 0..<random.whole(0...30) { sendRandomEvent() }
    socket.flush(limit: isSending ? .max : random.whole(1...100))
  }

  /// Sends an event to the newest object of an interface. No effect if there is no such object.
  func send(_ interface: String, _ name: String, _ values: [WireValue]) {
    event(objects.all(interface).last ?? 0, name, values)
  }

  func end() {
    switch random.whole(0...3) {
    case 0:
      event(1, "error", [.word(random.choice([1, 2, 0, 0xff00_0000, 9999])), .word(3), .text("the end")])
    case 1: socket.queue((0..<random.whole(1...40)).map { _ in UInt8(random.whole(0...255)) })
    default: break
    }
    socket.flush()
    socket.close()
  }

  // MARK: Requests

  private func receive(_ object: UInt32, _ opcode: Int, _ body: [UInt8]) {
    guard let entry = objects[object], let interface = WireTable.interfaces[entry.interface],
      interface.requests.indices.contains(opcode)
    else { return }
    let shape = interface.requests[opcode]
    guard let message = ReceivedMessage(shape, body) else { return }
    if let created = message.created {
      let isBind = entry.interface == "wl_registry"
      let version = isBind ? Int(message.words.dropFirst().first?.value ?? 1) : entry.version
      if let type = isBind ? message.texts.first : created.interface {
        add(created.id, type, version: version)
      }
    }
    switch (entry.interface, shape.name) {
    case ("wl_display", "sync"):
      if let id = message.created?.id { finish(callback: id) }
    case ("wl_surface", "frame"): if let id = message.created?.id { frameCallbacks.append(id) }
    default:
      guard shape.isDestructor else { return }
      objects.remove(object)
      unconfigured.removeAll { $0 == object }
      if object < 0xff00_0000, isScripted || !random.once(in: 200) { event(1, "delete_id", [.word(object)]) }
    }
  }

  private func add(_ id: UInt32, _ interface: String, version: Int) {
    objects.add(id, interface, version: version)
    switch interface {
    case "wl_registry":
      registries.append(id)
      for global in globals { announce(global, to: id) }
    case "wl_seat":
      event(id, "capabilities", [.word(!isScripted && random.once(in: 4) ? UInt32(random.whole(0...15)) : 7)])
      event(id, "name", [.text("seat")])
    case "wl_output" where !isScripted:
      event(
        id, "geometry",
        [
          .number(0), .number(0), .number(number()), .number(number()), .word(0), .text(""), .text(""),
          .number(small()),
        ])
      event(id, "mode", [.word(1), .number(number()), .number(number()), .number(number())])
      event(id, "scale", [.number(small())])
      event(id, "done", [])
    case "wl_shm":
      event(id, "format", [.word(0)])
      event(id, "format", [.word(1)])
    case "wl_keyboard" where !isScripted:
      event(
        id, "keymap",
        [
          .word(random.choice([0, 1, 1, 7])), .descriptor(HostileValues.descriptor(&random, temper)),
          .number(number()),
        ])
      event(id, "repeat_info", [.number(number()), .number(number())])
    case "xdg_toplevel", "xdg_popup", "zwlr_layer_surface_v1", "xdg_surface": unconfigured.append(id)
    default: break
    }
  }

  private func announce(_ global: (name: UInt32, interface: String), to registry: UInt32) {
    let newest = UInt32(WireTable.interfaces[global.interface]?.version ?? 1)
    let version = !isScripted && random.once(in: 8) ? random.choice([0, 1, newest + 1, .max]) : newest
    event(registry, "global", [.word(global.name), .text(global.interface), .word(version)])
  }

  // MARK: Events

  private func finish(callback: UInt32) {
    serial &+= 1
    event(callback, "done", [.word(serial)])
    objects.remove(callback)
    event(1, "delete_id", [.word(callback)])
  }

  /// Fires all frame callbacks. If `isScripted` is true, the function also releases all buffers.
  func presentFrame() {
    if isScripted { for buffer in objects.all("wl_buffer") { event(buffer, "release", []) } }
    let callbacks = frameCallbacks
    frameCallbacks = []
    for callback in callbacks where objects[callback] != nil { finish(callback: callback) }
  }

  private func configureRoles() {
    let roles = unconfigured
    unconfigured = []
    for id in roles { configure(id) }
  }

  private func configure(_ id: UInt32) {
    guard let entry = objects[id] else { return }
    serial &+= 1
    switch entry.interface {
    case "xdg_toplevel" where isScripted: event(id, "configure", [.word(0), .word(0), .bytes([])])
    case "xdg_toplevel":
      event(id, "configure", [.number(number()), .number(number()), HostileValues.array(&random, temper)])
    case "xdg_popup":
      event(id, "configure", [.number(number()), .number(number()), .number(number()), .number(number())])
    case "xdg_surface": event(id, "configure", [.word(serial)])
    default: event(id, "configure", [.word(serial), .number(number()), .number(number())])
    }
  }

  private func sendRandomEvent() {
    switch random.whole(0...19) {
    case 0...1:
      let roles = ["xdg_toplevel", "xdg_popup", "zwlr_layer_surface_v1"].flatMap { objects.all($0) }
      if !roles.isEmpty { configure(random.choice(roles)) }
      if let surface = objects.pick("xdg_surface", &random) { configure(surface) }
    case 2: if let buffer = objects.pick("wl_buffer", &random) { event(buffer, "release", []) }
    case 3 where random.once(in: 4): changeGlobals()
    case 4 where temper == .wild && random.once(in: 30):
      socket.queue((0..<random.whole(1...200)).map { _ in UInt8(random.whole(0...255)) })
    default: sendAnyEvent()
    }
  }

  private func changeGlobals() {
    guard let registry = registries.first else { return }
    if random.once(in: 2), !globals.isEmpty {
      let global = globals.remove(at: random.whole(0...globals.count - 1))
      event(registry, "global_remove", [.word(global.name)])
    } else {
      let global = (nextName, random.choice(Compositor.Configuration.supportedGlobals.keys.sorted()))
      nextName += 1
      globals.append(global)
      announce(global, to: registry)
    }
  }

  private func sendAnyEvent() {
    guard let id = objects.pick(&random), let entry = objects[id],
      let shapes = WireTable.interfaces[entry.interface]?.events, !shapes.isEmpty
    else { return }
    let shape = random.choice(shapes)
    guard shape.since <= entry.version || random.once(in: temper.damageInterval) else { return }
    // Send these events rarely, because they end the connection or close the program's window.
    if ["wl_display", "wl_registry"].contains(entry.interface), !random.once(in: temper.damageInterval * 2) {
      return
    }
    if ["close", "closed", "popup_done"].contains(shape.name), !random.once(in: 6) { return }
    if entry.interface == "wl_callback" { return finish(callback: id) }
    var created: (id: UInt32, interface: String)?
    let values = shape.arguments.map { argument -> WireValue in
      guard argument.kind == "n" else { return value(argument) }
      let new = random.once(in: temper.damageInterval) ? UInt32(random.whole(0...20)) : nextServerID
      if new == nextServerID { nextServerID += 1 }
      created = argument.interface.map { (new, $0) }
      return .word(new)
    }
    event(id, shape, values)
    if let created { objects.add(created.id, created.interface, version: entry.version) }
  }

  private func value(_ argument: ArgumentShape) -> WireValue {
    switch argument.kind {
    case "i": return .number(number())
    case "u":
      if random.once(in: 3) {
        serial &+= 1
        return .word(serial)
      }
      return .number(number())
    case "f": return .number(HostileValues.fixed(&random, temper))
    case "s":
      if argument.isNullable, random.once(in: 3) { return .null }
      return HostileValues.text(&random, temper)
    case "a": return HostileValues.array(&random, temper)
    case "h": return .descriptor(HostileValues.descriptor(&random, temper))
    default:
      if random.once(in: temper.damageInterval) {
        return .word(random.choice([0, 1, 3, 0xff00_0000, 0xffff_ffff]))
      }
      return argument.interface.flatMap { objects.pick($0, &random) }.map { .word($0) } ?? .null
    }
  }

  private func number() -> Int32 { HostileValues.number(&random, temper) }
  private func small() -> Int32 {
    random.once(in: temper.extremeInterval) ? number() : Int32(random.whole(0...3))
  }

  private func event(_ object: UInt32, _ name: String, _ values: [WireValue]) {
    guard let entry = objects[object],
      let shape = WireTable.interfaces[entry.interface]?.events.first(where: { $0.name == name }),
      shape.since <= entry.version
    else {
      for case .descriptor(let file) in values { close(file) }
      return
    }
    event(object, shape, values)
  }

  private func event(_ object: UInt32, _ shape: MessageShape, _ values: [WireValue]) {
    var message = WireMessage(to: object, opcode: shape.opcode, values)
    if random.once(in: temper.damageInterval * 4) { message.damage(&random) }
    counts["\(objects[object]?.interface ?? "").\(shape.name)", default: 0] += 1
    socket.queue(message.bytes, files: message.files)
  }
}
