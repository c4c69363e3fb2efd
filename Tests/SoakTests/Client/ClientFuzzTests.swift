import Glibc
import HeadlessCompositor
import TestSupport
import Testing
import Wayland
import Windowing

/// Runs a program that uses Windowing, and connects it to unusual and hostile compositors. Each session has a seed.
/// The last line on standard error names the seed.
///
/// CAROUSEL_SOAK_COUNT sets the number of sessions and CAROUSEL_SOAK_SEED the first seed.
@MainActor @Suite("Hostile compositors", .serialized)
struct ClientFuzzTests {
  @Test("A program does not crash, hang or leak, whatever the compositor does")
  func sessions() async throws {
    SoakSettings.allowManyDescriptors()
    var heap: [Int] = []
    heap.reserveCapacity(SoakSettings.count(100))  // an array that grows is itself a growth of the heap
    var summary = SessionSummary()
    for index in 0..<SoakSettings.count(100) {
      let seed = SoakSettings.firstSeed + UInt64(index)
      SoakSettings.report("client fuzz: seed \(seed)")
      let files = ProcessResources.descriptorCount
      let proxies = Proxy.liveCount
      let survivors = try run(seed, &summary)
      await Task.yield()
      let names = survivors()
      #expect(names == [], "seed \(seed)")
      #expect(Proxy.liveCount == proxies, "seed \(seed)")
      #expect(ProcessResources.descriptorCount == files, "seed \(seed): \(ProcessResources.descriptors)")
      heap.append(ProcessResources.heapBytes)
    }
    summary.report()
    expectFlat(heap, bytesPerSession: 256)
  }

  private func run(_ seed: UInt64, _ summary: inout SessionSummary) throws -> () -> [String] {
    if seed % 5 == 4 {
      var session = RestartSession(seed: seed)
      return try session.run(&summary)
    }
    if seed % 2 == 0 {
      var session = OddSession(seed: seed)
      return try session.run(&summary)
    }
    var session = HostileSession(seed: seed)
    return try session.run(&summary)
  }
}

/// The counts of all sessions.
@MainActor private struct SessionSummary {
  var events: [String: Int] = [:]
  var failures: [String: Int] = [:]
  var frames = 0
  var windows = 0
  var odd = 0
  var hostile = 0
  var restarting = 0
  /// The number of times that a program has connected again after its connection was lost.
  var reconnections = 0

  mutating func add(_ program: RandomProgram) {
    let name =
      switch program.failure {
      case nil: "none"
      case .noDisplay: "noDisplay"
      case .alreadyConnected: "alreadyConnected"
      case .missing: "missing"
      case .versionTooOld: "versionTooOld"
      case .unresponsive: "unresponsive"
      case .hungUp: "hungUp"
      case .protocolError: "protocolError"
      case .congested: "congested"
      case .system: "system"
      }
    failures[name, default: 0] += 1
    frames += program.openWindows.map(\.frameCount).reduce(0, +)
    windows += program.openWindows.count
  }

  func report() {
    SoakSettings.report(
      "client fuzz: \(odd) sessions on HeadlessCompositor, \(hostile) on a hostile compositor, "
        + "\(restarting) on one that is restarted (\(reconnections) reconnections), "
        + "\(frames) frames of \(windows) windows that were open at the end")
    for (name, count) in failures.sorted(by: { $0.key < $1.key }) {
      SoakSettings.report("client fuzz: the connection's error at the end: \(name) \(count)")
    }
    for name in WireTable.eventNames where events[name] != nil {
      SoakSettings.report("client fuzz row: \(name) \(events[name] ?? 0)")
    }
    let missing = WireTable.eventNames.filter { events[$0] == nil }
    SoakSettings.report("client fuzz: events that were not sent: \(missing.joined(separator: " "))")
  }
}

/// A session with HeadlessCompositor. The compositor's globals and their versions are random. Outputs and seats are
/// added and removed, and the compositor sometimes stalls.
@MainActor private struct OddSession {
  let seed: UInt64
  private var random: SplitMix

  init(seed: UInt64) {
    self.seed = seed
    random = SplitMix(seed: seed)
  }

  mutating func run(_ summary: inout SessionSummary) throws -> () -> [String] {
    summary.odd += 1
    let server = try Compositor(oddConfiguration(&random))
    let file = try server.connect()
    if random.once(in: 4) { WireSocket.shrinkBuffers(of: file) }
    let program = try RandomProgram(
      file, seed: random.next(), clock: { [weak server] in Double(server?.now ?? 0) / 1e9 })
    let actions = CompositorActions(server, seed: random.next())
    server.dispatchClients = { [weak program] in program?.turn(seconds: 0) }
    var stall = 0
    for _ in 0..<random.whole(5...40) {
      for _ in 0..<random.whole(0...4) { program.act() }
      if random.once(in: 15) { stall = random.whole(1...20) }
      stall -= 1
      if stall > 0 {
        program.turn(seconds: 0.1)
        continue
      }
      for _ in 0..<random.whole(0...5) { actions.act() }
      if random.once(in: 6) { actions.changeGlobals() }
      if random.once(in: 40) { actions.unplugFirst() }
      if random.once(in: 60) { server.clients.first?.postError(message: "no reason") }
      if random.once(in: 60) { server.clients.first?.disconnect() }
      if random.once(in: 10) { server.clients.first?.ping() }
      if random.once(in: 4) { server.presentFrame(at: server.now + server.refreshInterval) }
      let seconds = random.choice([0, 0.016, 0.016, 1, 4000])
      server.advance(by: UInt64(seconds * 1e9))
      program.turn(seconds: seconds)
      if random.once(in: 3) { server.step() }
    }
    #expect(server.settle(), "seed \(seed): the program and the compositor exchange messages without end")
    for error in server.protocolErrors where error.message != "no reason" {
      Issue.record("seed \(seed): the program caused the protocol error \(error)")
    }
    summary.add(program)
    let survivors = program.survivors
    let isServerFirst = random.once(in: 2)
    if isServerFirst {
      server.close()
      program.turn(seconds: 0)
    }
    program.end(isOrderly: random.once(in: 2))
    server.close()
    return survivors
  }
}

/// A session with a HeadlessCompositor that exits and is started again, each time with other globals and outputs. The
/// program then connects again and restores its windows.
@MainActor private struct RestartSession {
  let seed: UInt64
  private var random: SplitMix

  init(seed: UInt64) {
    self.seed = seed
    random = SplitMix(seed: seed)
  }

  mutating func run(_ summary: inout SessionSummary) throws -> () -> [String] {
    summary.restarting += 1
    let path = "/tmp/soak-\(getpid())-\(seed)"
    defer { unlink(path) }
    let clock = VirtualClock()
    let first = try start(at: path)
    let program = try RandomProgram(
      first.connect(), seed: random.next(), clock: { clock.now }, reconnectingTo: path)
    var server: Compositor? = first
    var actions = CompositorActions(first, seed: random.next())
    first.dispatchClients = { [weak program] in program?.turn(seconds: 0) }
    for _ in 0..<random.whole(5...60) {
      for _ in 0..<random.whole(0...4) { program.act() }
      let seconds = random.choice([0, 0.016, 0.016, 1, 40])
      if let running = server {
        for _ in 0..<random.whole(0...3) { actions.act() }
        if random.once(in: 3) { running.presentFrame(at: running.now + running.refreshInterval) }
        running.advance(by: UInt64(seconds * 1e9))
        if random.once(in: 2) { running.step() }
        if random.once(in: 8) {
          expectNoErrors(of: running)
          running.close()
          server = nil
        }
      } else if random.once(in: 3) {
        let next = try start(at: path)
        next.dispatchClients = { [weak program] in program?.turn(seconds: 0) }
        actions = CompositorActions(next, seed: random.next())
        server = next
      }
      clock.now += seconds
      program.turn(seconds: seconds)
    }
    if let server {
      #expect(server.settle(), "seed \(seed): the program and the compositor exchange messages without end")
      expectNoErrors(of: server)
    }
    summary.add(program)
    summary.reconnections += program.reconnections
    let survivors = program.survivors
    program.end(isOrderly: random.once(in: 2))
    server?.close()
    return survivors
  }

  private mutating func start(at path: String) throws -> Compositor {
    let server = try Compositor(oddConfiguration(&random))
    try server.listen(atPath: path)
    return server
  }

  private func expectNoErrors(of server: Compositor) {
    for error in server.protocolErrors {
      Issue.record("seed \(seed): the program caused the protocol error \(error)")
    }
  }
}

/// Returns a configuration with random sizes, scales, globals and versions.
private func oddConfiguration(_ random: inout SplitMix) -> Compositor.Configuration {
  var result = Compositor.Configuration(
    width: random.choice([1, 120, 120, 1000, 16_384]), height: random.choice([1, 90, 90, 1000, 16_384]),
    scale: random.choice([1, 1, 1, 1.25, 2, 0.5, 7.99]))
  result.transform = random.once(in: 2) ? .normal : random.choice(OutputTransform.allCases)
  result.refreshRate = random.choice([60, 60, 1, 1000])
  result.windowSize = random.choice([
    .chosenByClient, .chosenByClient, .output, .fixed(width: 1, height: 1), .fixed(width: 300, height: 20),
    .fixed(width: 1_000_000, height: 3), .fixed(width: -5, height: 4),
  ])
  result.bufferRelease = random.choice([.immediately, .whenReplaced, .keepingTwo, .manually])
  result.inputDevices = InputDevices(rawValue: UInt32(random.whole(0...7)))
  result.decoratesWindows = random.once(in: 2)
  result.activatesNewWindows = !random.once(in: 4)
  result.detectsOverwrittenBuffers = true
  for (name, newest) in Compositor.Configuration.supportedGlobals.sorted(by: { $0.key < $1.key }) {
    let isRequired = ["wl_compositor", "wl_shm", "xdg_wm_base"].contains(name)
    if random.once(in: isRequired ? 60 : 8) {
      result.globals[name] = nil
    } else if random.once(in: isRequired ? 20 : 4) {
      result.globals[name] = Int32(random.whole(1...Int(newest)))
    }
  }
  return result
}

/// A session with a compositor that writes the wire format directly.
@MainActor private struct HostileSession {
  let seed: UInt64
  private var random: SplitMix

  init(seed: UInt64) {
    self.seed = seed
    random = SplitMix(seed: seed)
  }

  mutating func run(_ summary: inout SessionSummary) throws -> () -> [String] {
    summary.hostile += 1
    var ends: [Int32] = [-1, -1]
    try #require(
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    let compositor = HostileCompositor(ends[0], seed: random.next())
    if random.once(in: 6) { WireSocket.shrinkBuffers(of: ends[1]) }
    let clock = VirtualClock()
    let program = try RandomProgram(ends[1], seed: random.next(), clock: { clock.now })
    var stall = 0
    for _ in 0..<random.whole(5...40) {
      for _ in 0..<random.whole(0...4) { program.act() }
      let seconds = random.choice([0, 0.016, 0.016, 1, 4000])
      clock.now += seconds
      program.turn(seconds: seconds)
      if random.once(in: 20) { stall = random.whole(1...10) }
      stall -= 1
      if stall > 0 { continue }
      compositor.act(isSending: !random.once(in: 5))
      program.turn(seconds: 0)
    }
    if random.once(in: 2) {
      compositor.end()
      program.turn(seconds: 0)
    }
    summary.add(program)
    summary.events.merge(compositor.counts, uniquingKeysWith: +)
    let survivors = program.survivors
    program.end(isOrderly: random.once(in: 2))
    compositor.socket.close()
    return survivors
  }
}

/// A clock that only its owner advances.
private final class VirtualClock {
  /// In seconds.
  var now = 1.0
}
