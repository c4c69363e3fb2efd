import CSystem
import Glibc
import TestSupport

/// A client that writes requests directly to its socket. The requests are valid, extreme or damaged, and refer to
/// valid or wrong objects.
final class HostileClient {
  let socket: WireSocket
  private var random: SplitMix
  private let temper: Temper
  private var objects = WireObjects()
  private var globals: [(name: UInt32, interface: String, version: Int)] = []
  /// For each xdg_surface and layer surface, its wl_surface.
  private var surfaces: [UInt32: UInt32] = [:]
  private var freeIDs: [UInt32] = []
  private var nextID: UInt32 = 4
  private var recentNumbers: [UInt32] = [0]
  /// Whether the client reads events.
  private let reads: Bool
  private(set) var counts = FuzzCounts()
  /// Whether globals are being bound. Bind requests are always valid, so that later requests find objects.
  private var isBinding = true
  /// Whether the compositor has sent an error.
  private(set) var hasError = false

  private static let registry: UInt32 = 2

  init(_ file: Int32, seed: UInt64, temper: Temper, reads: Bool) {
    socket = WireSocket(file)
    random = SplitMix(seed: seed)
    self.temper = temper
    self.reads = reads
    objects.add(1, "wl_display", version: 1)
    request(1, "get_registry", [.word(Self.registry)])
    objects.add(Self.registry, "wl_registry", version: 1)
    request(1, "sync", [.word(3)])
    objects.add(3, "wl_callback", version: 1)
    isBinding = false
  }

  var isEnded: Bool { hasError || socket.hasEnded }

  /// Binds most globals, at their newest version or at an older one.
  func bindGlobals() {
    isBinding = true
    defer { isBinding = false }
    for global in globals where !random.once(in: 8) {
      let newest = min(global.version, WireTable.interfaces[global.interface]?.version ?? 1)
      bind(global.name, global.interface, version: random.once(in: 4) ? random.whole(1...newest) : newest)
    }
  }

  private func bind(_ name: UInt32, _ interface: String, version: Int) {
    let id = newID()
    request(
      Self.registry, "bind", [.word(name), .text(interface), .word(UInt32(version)), .word(id)])
    objects.add(id, interface, version: version)
  }

  /// Sends the queued requests.
  func flush() { socket.flush() }

  /// Sends one to three requests, or damages the stream.
  func act() {
    switch random.whole(0...39) {
    case 0...1: openWindow()
    case 2: openPopup()
    case 3: openLayer()
    case 4...6: show()
    case 7: openSubsurface()
    case 8: openDevices()
    case 9: useData()
    case 10: acknowledge()
    case 11: if let surface = objects.pick("wl_surface", &random) { request(surface, "commit", []) }
    case 12: bindAgain()
    case 13 where random.once(in: 6) && temper != .mild: surplusDescriptors()
    case 14 where temper == .wild && random.once(in: 8): garbage()
    default: sendRandomRequest()
    }
  }

  /// Reads events, and stores the objects, serials and globals that they contain.
  func readEvents() {
    guard reads else { return }
    socket.read()
    while let message = socket.takeMessage() { receive(message.object, message.opcode, message.body) }
  }

  /// Ends the connection, sometimes in the middle of a message.
  func end() {
    if random.once(in: 3) {
      var message = WireMessage(to: 1, opcode: 0, [.word(newID())])
      message.bytes.removeLast(random.whole(1...11))
      socket.queue(message.bytes)
      socket.flush()
    }
    socket.close()
  }

  // MARK: Events

  private func receive(_ object: UInt32, _ opcode: Int, _ body: [UInt8]) {
    guard let entry = objects[object], let interface = WireTable.interfaces[entry.interface],
      interface.events.indices.contains(opcode), let message = ReceivedMessage(interface.events[opcode], body)
    else { return }
    switch (entry.interface, interface.events[opcode].name) {
    case ("wl_display", "error"): hasError = true
    case ("wl_display", "delete_id"):
      guard let id = message.firstNumber else { return }
      objects.remove(id)
      freeIDs.append(id)
    case ("wl_registry", "global"):
      if let name = message.words.first?.value, let version = message.words.last?.value,
        let text = message.texts.first
      {
        globals.append((name, text, Int(version)))
      }
    case ("wl_registry", "global_remove"): globals.removeAll { $0.name == message.firstNumber }
    default:
      if let created = message.created, let type = created.interface {
        objects.add(created.id, type, version: entry.version)
      }
      if let number = message.firstNumber {
        objects.note(number, for: object)
        recentNumbers = (recentNumbers + [number]).suffix(8)
      }
    }
  }

  // MARK: Usual sequences, which make later requests reach deep code

  private func openWindow() {
    guard let surface = makeSurface(),
      let shell = create("xdg_wm_base", "get_xdg_surface", "xdg_surface", [.word(surface)])
    else { return }
    surfaces[shell] = surface
    guard create(from: shell, "get_toplevel", "xdg_toplevel", []) != nil else { return }
    request(surface, "commit", [])
  }

  private func openPopup() {
    guard let parent = objects.pick("xdg_surface", &random), let surface = makeSurface(),
      let positioner = create("xdg_wm_base", "create_positioner", "xdg_positioner", [])
    else { return }
    request(
      positioner, "set_size", [.number(random.choice([1, 20, 300])), .number(random.choice([1, 20, 300]))])
    request(positioner, "set_anchor_rect", [.number(number()), .number(number()), .word(4), .word(4)])
    guard let shell = create("xdg_wm_base", "get_xdg_surface", "xdg_surface", [.word(surface)]) else {
      return
    }
    surfaces[shell] = surface
    let popup = create(from: shell, "get_popup", "xdg_popup", [.word(parent), .word(positioner)])
    if let popup, random.once(in: 2), let seat = objects.pick("wl_seat", &random) {
      request(popup, "grab", [.word(seat), .word(random.choice(recentNumbers))])
    }
    request(surface, "commit", [])
  }

  private func openLayer() {
    guard let surface = makeSurface() else { return }
    let layer = create(
      "zwlr_layer_shell_v1", "get_layer_surface", "zwlr_layer_surface_v1",
      [.word(surface), .null, .word(UInt32(random.whole(0...3))), .text("fuzz")])
    guard let layer else { return }
    surfaces[layer] = surface
    request(layer, "set_size", [.word(UInt32(random.whole(1...100))), .word(UInt32(random.whole(1...100)))])
    request(layer, "set_anchor", [.word(UInt32(random.whole(0...15)))])
    request(layer, "set_exclusive_zone", [.number(number())])
    request(surface, "commit", [])
  }

  /// Acknowledges the last configure of a surface.
  private func acknowledge() {
    let interface = random.choice(["xdg_surface", "xdg_surface", "zwlr_layer_surface_v1"])
    guard let id = objects.pick(interface, &random), let entry = objects[id], entry.lastNumber != 0 else {
      return
    }
    request(id, "ack_configure", [.word(entry.lastNumber)])
    objects.note(0, for: id)
  }

  /// Acknowledges the configure of a window, a popup or a layer surface, and commits a buffer.
  private func show() {
    let interface = random.choice(["xdg_surface", "zwlr_layer_surface_v1"])
    let waiting = objects.all(interface).filter { (objects[$0]?.lastNumber ?? 0) != 0 }
    guard let role = waiting.last, let surface = surfaces[role], let entry = objects[role] else { return }
    request(role, "ack_configure", [.word(entry.lastNumber)])
    objects.note(0, for: role)
    attachBuffer(to: surface)
  }

  private func attachBuffer(to surface: UInt32) {
    var buffer: UInt32?
    if random.once(in: 4) {
      buffer = create(
        "wp_single_pixel_buffer_manager_v1", "create_u32_rgba_buffer", "wl_buffer",
        [.word(.max), .word(0), .word(.max), .word(.max)])
    } else {
      let file = csystem_memfd("fuzz")
      ftruncate(file, 16_384)
      // Sometimes the file is smaller than the pool.
      if random.once(in: 12) { ftruncate(file, 100) }
      let pool = create("wl_shm", "create_pool", "wl_shm_pool", [.descriptor(file), .number(16_384)])
      if let pool {
        let side = Int32(random.whole(1...64))
        buffer = create(
          from: pool, "create_buffer", "wl_buffer",
          [.word(0), .number(side), .number(side), .number(side * 4), .word(UInt32(random.whole(0...1)))])
      }
    }
    guard let buffer else { return }
    request(surface, "attach", [.word(buffer), .word(0), .word(0)])
    request(surface, "commit", [])
  }

  private func openSubsurface() {
    guard let parent = objects.pick("wl_surface", &random), let surface = makeSurface() else { return }
    guard
      create("wl_subcompositor", "get_subsurface", "wl_subsurface", [.word(surface), .word(parent)]) != nil
    else {
      return
    }
    attachBuffer(to: surface)
    request(parent, "commit", [])
  }

  /// Creates the objects of a seat that receive events.
  private func openDevices() {
    guard let seat = objects.pick("wl_seat", &random) else { return }
    switch random.whole(0...6) {
    case 0: _ = create(from: seat, "get_pointer", "wl_pointer", [])
    case 1: _ = create(from: seat, "get_keyboard", "wl_keyboard", [])
    case 2: _ = create(from: seat, "get_touch", "wl_touch", [])
    case 3: _ = create("wl_data_device_manager", "get_data_device", "wl_data_device", [.word(seat)])
    case 4:
      _ = create(
        "zwp_primary_selection_device_manager_v1", "get_device", "zwp_primary_selection_device_v1",
        [.word(seat)])
    case 5: _ = create("zwp_text_input_manager_v3", "get_text_input", "zwp_text_input_v3", [.word(seat)])
    default: _ = create("zwp_tablet_manager_v2", "get_tablet_seat", "zwp_tablet_seat_v2", [.word(seat)])
    }
  }

  /// Offers data as the selection or with a drag.
  private func useData() {
    guard let device = objects.pick("wl_data_device", &random),
      let source = create("wl_data_device_manager", "create_data_source", "wl_data_source", [])
    else { return }
    request(source, "offer", [.text("text/plain")])
    guard random.once(in: 2) else {
      return request(device, "set_selection", [.word(source), .word(random.choice(recentNumbers))])
    }
    guard let surface = objects.pick("wl_surface", &random) else { return }
    request(source, "set_actions", [.word(UInt32(random.whole(0...7)))])
    let icon = random.once(in: 2) ? makeSurface().map { WireValue.word($0) } ?? .null : .null
    request(device, "start_drag", [.word(source), .word(surface), icon, .word(random.choice(recentNumbers))])
  }

  private func bindAgain() {
    guard !globals.isEmpty else { return }
    let global = random.choice(globals)
    bind(global.name, global.interface, version: random.whole(1...max(1, global.version)))
  }

  private func makeSurface() -> UInt32? { create("wl_compositor", "create_surface", "wl_surface", []) }

  // MARK: Random requests

  private func sendRandomRequest() {
    guard let id = objects.pick(&random), let entry = objects[id],
      let shapes = WireTable.interfaces[entry.interface]?.requests, !shapes.isEmpty
    else { return }
    let shape = random.choice(shapes)
    guard shape.since <= entry.version || random.once(in: temper.damageInterval * 4) else { return }
    // Destructors are sent rarely, so that other requests find objects.
    if shape.isDestructor, !random.once(in: 4) { return }
    if entry.interface == "wl_registry" { return bindAgain() }
    // libwayland refuses a request with a missing object, so few such requests are sent.
    let lacksObject = shape.arguments.contains { argument in
      argument.kind == "o" && !argument.isNullable && objects.all(argument.interface ?? "").isEmpty
    }
    if lacksObject, !random.once(in: temper.damageInterval) { return }
    var created: (id: UInt32, interface: String)?
    let values = shape.arguments.map { argument -> WireValue in
      guard argument.kind == "n" else { return value(argument, of: entry, shape) }
      let new = random.once(in: temper.damageInterval * 4) ? UInt32(random.whole(0...9)) : newID()
      created = argument.interface.map { (new, $0) }
      return .word(new)
    }
    send(id, entry.interface, shape, values)
    if let created { objects.add(created.id, created.interface, version: entry.version) }
    if shape.isDestructor { objects.remove(id) }
  }

  private func value(_ argument: ArgumentShape, of receiver: WireObjects.Entry, _ shape: MessageShape)
    -> WireValue
  {
    switch argument.kind {
    case "i": return .number(number())
    case "f": return .number(HostileValues.fixed(&random, temper))
    case "u":
      switch random.whole(0...5) {
      case 0...1 where shape.name.hasPrefix("ack") || shape.name == "set_cursor" || shape.name == "set_shape":
        return .word(receiver.lastNumber)
      case 0: return .word(random.choice(recentNumbers))
      default: return .number(number())
      }
    case "s":
      if argument.isNullable, random.once(in: 3) { return .null }
      return HostileValues.text(&random, temper)
    case "a": return HostileValues.array(&random, temper)
    case "h":
      // Send the request without its descriptor.
      if temper == .wild, random.once(in: 20) { return .bytes([]) }
      return .descriptor(HostileValues.descriptor(&random, temper))
    default:
      if argument.isNullable, random.once(in: 3) { return .null }
      if random.once(in: temper.damageInterval) {
        return .word(random.choice([0, 1, 2, 0xff00_0000, 0xffff_ffff, 77]))
      }
      return argument.interface.flatMap { objects.pick($0, &random) }.map { .word($0) } ?? .null
    }
  }

  private func number() -> Int32 { HostileValues.number(&random, temper) }

  private func surplusDescriptors() {
    let id = newID()
    let files = (0..<random.whole(1...40)).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
    socket.queue(WireMessage(to: 1, opcode: 0, [.word(id)]).bytes, files: files)
    objects.add(id, "wl_callback", version: 1)
  }

  private func garbage() {
    counts.damaged += 1
    socket.queue((0..<random.whole(1...600)).map { _ in UInt8(random.whole(0...255)) })
  }

  // MARK: Sending

  private func newID() -> UInt32 {
    if !freeIDs.isEmpty { return freeIDs.removeFirst() }
    nextID += 1
    return nextID - 1
  }

  private func create(_ factory: String, _ name: String, _ interface: String, _ values: [WireValue])
    -> UInt32?
  {
    guard let factory = objects.pick(factory, &random) else {
      for case .descriptor(let file) in values { close(file) }
      return nil
    }
    return create(from: factory, name, interface, values)
  }

  /// Sends a request that creates an object. The new id is inserted among the values, at the position that the
  /// protocol requires.
  private func create(from factory: UInt32, _ name: String, _ interface: String, _ values: [WireValue])
    -> UInt32?
  {
    guard let entry = objects[factory],
      let shape = WireTable.interfaces[entry.interface]?.requests.first(where: { $0.name == name }),
      let place = shape.arguments.firstIndex(where: { $0.kind == "n" })
    else { return nil }
    let id = newID()
    var values = values
    values.insert(.word(id), at: min(place, values.count))
    send(factory, entry.interface, shape, values)
    objects.add(id, interface, version: entry.version)
    return id
  }

  private func request(_ object: UInt32, _ name: String, _ values: [WireValue]) {
    guard let entry = objects[object],
      let shape = WireTable.interfaces[entry.interface]?.requests.first(where: { $0.name == name }),
      shape.since <= entry.version
    else { return }
    send(object, entry.interface, shape, values)
  }

  private func send(_ object: UInt32, _ interface: String, _ shape: MessageShape, _ values: [WireValue]) {
    var message = WireMessage(to: object, opcode: shape.opcode, values)
    if !isBinding, random.once(in: temper.damageInterval * 3) {
      counts.damaged += 1
      message.damage(&random)
    }
    counts.sent["\(interface).\(shape.name)", default: 0] += 1
    socket.queue(message.bytes, files: message.files)
  }
}

/// The numbers of requests that were sent and that reached an object of the compositor.
struct FuzzCounts {
  /// The number of sent requests, by interface and request name.
  var sent: [String: Int] = [:]
  var reached: [String: Int] = [:]
  var damaged = 0

  mutating func add(_ other: FuzzCounts) {
    sent.merge(other.sent, uniquingKeysWith: +)
    reached.merge(other.reached, uniquingKeysWith: +)
    damaged += other.damaged
  }

  /// Returns the sums by interface, in alphabetical order.
  var byInterface: [(name: String, sent: Int, reached: Int)] {
    func sums(_ counts: [String: Int]) -> [String: Int] {
      Dictionary(counts.map { (String($0.prefix { $0 != "." }), $1) }, uniquingKeysWith: +)
    }
    let sent = sums(sent)
    let reached = sums(reached)
    return Set(sent.keys).union(reached.keys).sorted().map { ($0, sent[$0] ?? 0, reached[$0] ?? 0) }
  }
}
