import Glibc
import HeadlessCompositor
import TestSupport
import Testing

/// Tests of the compositor with hostile clients. Each session has a seed, which the last line on standard error names.
///
/// CAROUSEL_SOAK_COUNT sets the number of sessions, and CAROUSEL_SOAK_SEED the first seed. A session has at least four
/// clients.
@MainActor @Suite("Hostile clients", .serialized)
struct ServerFuzzTests {
  @Test("The compositor serves a well-behaved client while hostile clients are connected")
  func sessions() async throws {
    SoakSettings.allowManyDescriptors()
    var total = FuzzCounts()
    var slowest = Duration.zero
    let sessions = SoakSettings.count(60)
    var errors: [String: Int] = [:]
    var clients = 0
    var heap: [Int] = []
    heap.reserveCapacity(sessions)  // an array that grows is itself a growth of the heap
    for index in 0..<sessions {
      let seed = SoakSettings.firstSeed + UInt64(index)
      SoakSettings.report("server fuzz: seed \(seed)")
      let files = ProcessResources.descriptorCount
      try autoreleasing {
        let session = try ServerSession(seed: seed)
        try session.run()
        slowest = max(slowest, session.slowestAnswer)
        total.add(session.counts)
        clients += session.clientCount
        errors.merge(session.errors, uniquingKeysWith: +)
      }
      await Task.yield()
      #expect(ProcessResources.descriptorCount == files, "seed \(seed): \(ProcessResources.descriptors)")
      heap.append(ProcessResources.heapBytes)
    }
    report(total, clients: clients, errors: errors, slowest: slowest)
    expectFlat(heap, bytesPerSession: 256)
  }

  private func report(_ counts: FuzzCounts, clients: Int, errors: [String: Int], slowest: Duration) {
    let rows = counts.byInterface
    let sent = rows.map(\.sent).reduce(0, +)
    let reached = rows.map(\.reached).reduce(0, +)
    SoakSettings.report(
      "server fuzz: \(clients) clients, \(sent) requests sent, \(reached) reached an object, \(counts.damaged) damaged"
    )
    SoakSettings.report("server fuzz: slowest answer to the well-behaved client \(slowest)")
    for row in rows { SoakSettings.report("server fuzz row: \(row.name) \(row.sent) \(row.reached)") }
    for (name, count) in errors.sorted(by: { $0.key < $1.key }) {
      SoakSettings.report("server fuzz error: \(name) \(count)")
    }
    let untested = WireTable.requestNames.filter { counts.reached[$0] == nil }
    SoakSettings.report("server fuzz: requests that reached no object: \(untested.joined(separator: " "))")
  }

  private func autoreleasing(_ body: () throws -> Void) rethrows { try body() }
}

/// One compositor with a well-behaved client and several hostile ones.
@MainActor private final class ServerSession {
  private let seed: UInt64
  private var random: SplitMix
  private let server: Compositor
  private let bystander: Bystander
  private let actions: CompositorActions
  private var hostile: [HostileClient] = []
  /// The requests that were processed while the well-behaved client was served, by name.
  private var bystanderRequests: [String: Int] = [:]
  private(set) var counts = FuzzCounts()
  private(set) var slowestAnswer = Duration.zero
  private(set) var clientCount = 0
  private(set) var errors: [String: Int] = [:]

  init(seed: UInt64) throws {
    self.seed = seed
    random = SplitMix(seed: seed)
    var configuration = Compositor.Configuration(width: 120, height: 90)
    configuration.bufferRelease = random.choice([.immediately, .whenReplaced, .keepingTwo, .manually])
    configuration.honorsDamage = random.once(in: 2)
    server = try Compositor(configuration)
    bystander = try Bystander(server)
    actions = CompositorActions(server, seed: random.next())
    bystanderRequests = requests()
  }

  func run() throws {
    // In one of 50 sessions there are 500 clients, each with few requests.
    let isCrowd = seed % 50 == 49
    try connect(isCrowd ? 500 : 4)
    for round in 0..<(isCrowd ? 3 : 12) {
      for client in hostile where !client.isEnded {
        for _ in 0..<random.whole(1...(isCrowd ? 3 : 14)) { client.act() }
        client.flush()
        if random.once(in: 3) { server.step() }
        if random.once(in: 2) { client.readEvents() }
      }
      server.step()
      for _ in 0..<random.whole(0...6) { actions.act() }
      if round % 4 == 3 { _ = server.capture(includesCursor: true) }
      checkBystander()
      hostile.removeAll { client in
        guard client.isEnded else { return false }
        end(client)
        return true
      }
      // A client whose connection has ended is replaced, up to a total of 12 clients.
      if !isCrowd, clientCount < 12, hostile.count < 4 { try connect(4 - hostile.count) }
    }
    for client in hostile { end(client) }
    hostile = []
    server.settle()
    checkBystander()
    #expect(bystander.failure == nil, "seed \(seed)")
    #expect(server.clients.count == 1, "seed \(seed)")
    #expect(server.surfaces.count == 1 && server.toplevels.count == 1, "seed \(seed)")
    #expect(server.popups.isEmpty && server.layerSurfaces.isEmpty, "seed \(seed)")
    for (name, count) in requests() {
      let reached = count - (bystanderRequests[name] ?? 0)
      if reached > 0 { counts.reached[name] = reached }
    }
    for error in server.protocolErrors { errors[error.name, default: 0] += 1 }
    bystander.close()
    server.close()
  }

  private func requests() -> [String: Int] {
    Dictionary(uniqueKeysWithValues: WireTable.requestNames.map { ($0, server.requestCount(of: $0)) })
  }

  private func connect(_ count: Int) throws {
    clientCount += count
    var clients: [HostileClient] = []
    for _ in 0..<count {
      let client = HostileClient(
        try server.connect(), seed: random.next(),
        temper: random.choice([.mild, .mild, .mild, .odd, .odd, .wild]), reads: !random.once(in: 10))
      if random.once(in: 10) { client.socket.shrinkBuffers() }
      clients.append(client)
      client.flush()
    }
    server.step()
    for client in clients {
      client.readEvents()
      client.bindGlobals()
      client.flush()
    }
    server.step()
    for client in clients { client.readEvents() }
    hostile += clients
  }

  private func end(_ client: HostileClient) {
    counts.add(client.counts)
    client.end()
    server.step()
  }

  /// Lets the well-behaved client draw a frame, and checks that it gets a reply within a limited number of turns.
  private func checkBystander() {
    let before = requests()
    defer { bystanderRequests.merge(requests().map { ($0, $1 - (before[$0] ?? 0)) }, uniquingKeysWith: +) }
    let clock = ContinuousClock()
    let begin = clock.now
    let isAnswered = bystander.isAnswered()
    // The hostile clients' windows may cover the well-behaved client's window. A covered window gets no frame
    // callbacks, as in other compositors.
    slowestAnswer = max(slowestAnswer, clock.now - begin)
    #expect(isAnswered, "seed \(seed): the compositor does not answer")
  }
}
