import ControlChannel
import HeadlessCompositor
import JSON
import Threads

/// The methods with which programs control the compositor and ask for its state.
final class CompositorControl {
  let compositor: Compositor
  private let signal = ControlSignal()
  let pictureFiles: PictureFiles
  /// The newest messages of the clients.
  private(set) var messages = MessageLog()
  /// The rate at which frames are presented to clients that wait for one; nil on the virtual clock.
  let frameRate: Double?

  /// - Parameters:
  ///   - compositor: The compositor, which is attached to the main queue.
  ///   - options: The options of the command line.
  init(_ compositor: Compositor, _ options: Options) {
    self.compositor = compositor
    pictureFiles = PictureFiles(signal)
    answerLimit = options.answerLimit
    frameRate = options.frameRate
    lastFrame = compositor.now
    compositor.onMessage = { [weak self] in self?.messages.add($0) }
    compositor.onDispatch = { [weak signal] in signal?.wakeAll() }
  }

  /// A test sends more input in a second than a person.
  static var limits: ControlLimits {
    var limits = ControlLimits()
    limits.requestsPerSecond = 20_000
    return limits
  }

  /// Returns the methods of the compositor and further ones.
  ///
  /// - Parameter bus: The bus on which clients offer their elements.
  func allMethods(_ others: [ControlMethod] = [], for bus: AccessibleBus) -> ControlMethods {
    let groups = [
      timeMethods, treeMethods, pointerMethods, touchMethods, keyboardMethods, inputMethodMethods,
      windowMethods, outputMethods,
      expectationMethods, pictureMethods, clientMethods, clipboardMethods, faultMethods, logMethods,
      seatMethods, tabletMethods, gestureMethods, elementMethods(bus),
    ]
    let own = groups.joined().map { method in method.followed { [self] in await performed() } }
    return ControlMethods(of: "headless-compositor", own + others)
  }

  /// Wakes the methods that wait. On the virtual clock, the clients answer the events of a request before the next one, so that the order
  /// of events and requests does not depend on their speed.
  private func performed() async {
    signal.wakeAll()
    if isVirtual, !isSettled { await settleBriefly(until: .max) }
  }

  /// The largest coordinate and the largest size.
  static let lengths = -16384.0...16384.0

  // MARK: Objects by name

  static let seatParameter = ControlParameter.optional(
    "seat", .text, "the name of the seat; the first by default")
  static let windowParameter = ControlParameter.optional(
    "window", .text, "the title or the app ID of the window; the topmost by default")
  static let pictureWindowParameter = ControlParameter.optional(
    "window", .text,
    "the title or the app ID of a window, or the namespace of a layer surface; by default the output is captured"
  )
  static let outputParameter = ControlParameter.optional(
    "output", .text, "the name of the output; the first by default")

  func seat(_ arguments: ControlArguments) throws(ControlError) -> Seat {
    guard let name = arguments.text("seat") else {
      guard let seat = compositor.seats.first else { throw ControlError(.failed, "There is no seat.") }
      return seat
    }
    guard let seat = compositor.seats.first(where: { $0.name == name }) else {
      throw Self.unknown("seat", name, compositor.seats.map(\.name))
    }
    return seat
  }

  func output(_ arguments: ControlArguments) throws(ControlError) -> Output {
    guard let name = arguments.text("output") else {
      guard let output = compositor.outputs.first else { throw ControlError(.failed, "There is no output.") }
      return output
    }
    guard let output = compositor.outputs.first(where: { $0.name == name }) else {
      throw Self.unknown("output", name, compositor.outputs.map(\.name))
    }
    return output
  }

  /// Returns the named window, or the topmost one.
  func window(_ arguments: ControlArguments) throws(ControlError) -> Toplevel {
    guard let name = arguments.text("window") else {
      guard let window = compositor.topmost else { throw ControlError(.failed, "No window is mapped.") }
      return window
    }
    let found = windows(named: name)
    guard let window = found.last else {
      throw Self.unknown("window", name, compositor.toplevels.map(\.title))
    }
    guard found.count == 1 else {
      throw ControlError(.failed, "\(found.count) windows have the title or app ID “\(name)”.")
    }
    return window
  }

  /// The object that the parameter “window” of a point or a picture names.
  enum Target {
    case window(Toplevel)
    case layer(LayerSurface)

    /// The position of the top left corner, in logical pixels.
    @MainActor var position: (x: Int, y: Int) {
      switch self {
      case .window(let window): window.position
      case .layer(let layer): layer.position
      }
    }
  }

  /// Returns the named window, or the layer surface with this namespace if there is no such window.
  func target(_ arguments: ControlArguments) throws(ControlError) -> Target {
    let name = arguments.text("window") ?? ""
    let layers = compositor.layerSurfaces.filter { $0.namespace == name && $0.isMapped && !$0.isClosed }
    guard windows(named: name).isEmpty, let layer = layers.last else {
      return .window(try window(arguments))
    }
    guard layers.count == 1 else {
      throw ControlError(.failed, "\(layers.count) layer surfaces have the namespace “\(name)”.")
    }
    return .layer(layer)
  }

  func windows(named name: String) -> [Toplevel] {
    compositor.toplevels.filter { $0.title == name || $0.appID == name }
  }

  static func unknown(_ kind: String, _ name: String, _ known: [String]) -> ControlError {
    let list = known.prefix(20).map { "“\($0)”" }.joined(separator: ", ")
    return ControlError(
      .failed,
      "There is no \(kind) “\(name)”. " + (known.isEmpty ? "There is none at all." : "There is \(list)."))
  }

  // MARK: Points

  /// The parameters of a point.
  static func pointParameters(_ x: String = "x", _ y: String = "y") -> [ControlParameter] {
    [
      .required(
        x, .number(lengths), "in logical pixels, from the left edge of the window, or else of the output"),
      .required(y, .number(lengths), "in logical pixels, from the top edge"),
    ]
  }
  static let placeParameters: [ControlParameter] = [
    .optional(
      "window", .text,
      "the title or the app ID of the window, or the namespace of the layer surface, to which the point is relative"
    ),
    .optional("output", .text, "the name of the output to which the point is relative; the first by default"),
    seatParameter,
  ]

  /// Returns a point of a request in the coordinates of the compositor.
  func point(
    _ arguments: ControlArguments, _ x: String = "x", _ y: String = "y"
  ) throws(ControlError) -> (x: Double, y: Double) {
    let origin =
      arguments.text("window") == nil ? try output(arguments).position : try target(arguments).position
    return (Double(origin.x) + arguments.number(x, or: 0), Double(origin.y) + arguments.number(y, or: 0))
  }

  // MARK: Waiting

  /// The reason why no client can fulfill an expectation, for the messages of a test run; `nil` while one can.
  var endOfClients: (() -> String?)?

  /// Lets the methods that wait evaluate their conditions again.
  func wakeAll() { signal.wakeAll() }

  static let limitParameter = ControlParameter.optional(
    "within", .number(0...3600), "the longest time to wait, in seconds of real time; 5 by default")

  /// The end of the time that a request may wait, in nanoseconds of `MonotonicClock`.
  static func end(_ arguments: ControlArguments) -> UInt64 {
    MonotonicClock.nanoseconds() + UInt64(arguments.number("within", or: 5) * 1e9)
  }

  /// Waits until a condition is true. It is evaluated after each dispatch of a client's requests and after each method; on the virtual
  /// clock when the clients have answered all events, so that the result does not depend on their speed.
  ///
  /// On the virtual clock, frames are presented meanwhile to clients that wait for one.
  ///
  /// - Parameters:
  ///   - needsClient: Whether the wait ends when the client of a test run has ended.
  ///   - pausesFrames: Whether no frames are presented at present.
  ///   - expectation: Returns the message of the error.
  /// - Throws: `timeout` if the condition is not true in time.
  func wait(
    _ arguments: ControlArguments, needsClient: Bool = true, pausesFrames: () -> Bool = { false },
    for expectation: () -> String, until condition: () -> Bool
  ) async throws(ControlError) {
    let end = Self.end(arguments)
    if isVirtual, !isSettled { await settleBriefly(until: end) }
    while !condition() {
      if needsClient, let reason = endOfClients?() { throw ControlError(.failed, reason) }
      guard MonotonicClock.nanoseconds() < end, !Task.isCancelled else {
        throw ControlError(.timeout, expectation())
      }
      guard isVirtual else {
        await signal.next(until: end)
        continue
      }
      if compositor.isFrameWanted, !pausesFrames() {
        await Task.yield()
        await settleBriefly(until: end) { presentFrame() }
      } else {
        // A pause of the frames ends without a message.
        await signal.next(
          until: compositor.isFrameWanted
            ? min(end, MonotonicClock.nanoseconds() + compositor.refreshInterval) : end)
        if !isSettled { await settleBriefly(until: end) }
      }
    }
  }

  // MARK: Time

  private var isVirtual: Bool { compositor.configuration.clock != .monotonic }
  /// The time of the last frame on the virtual clock, in nanoseconds.
  private var lastFrame: UInt64
  /// The longest time in which a client answers a frame of the virtual clock, in seconds.
  private let answerLimit: Double

  /// Called after the clients have answered a frame of the virtual clock.
  var onFrame: (() -> Void)?
  /// The difference that `expect.picture` has found last.
  var lastDifference: Capture?

  private func presentFrame() {
    lastFrame = max(compositor.now, lastFrame + compositor.refreshInterval)
    compositor.presentFrame(at: lastFrame)
  }

  /// Presents frames on the virtual clock. The clients answer each of them before the next one.
  ///
  /// - Throws: `failed` if the clock is real; `timeout` if a client does not answer.
  func advance(frames: Int) async throws(ControlError) {
    guard isVirtual else {
      throw ControlError(.failed, "The clock is real. Start the compositor with --virtual-time.")
    }
    if !isSettled { try await settle() }
    for _ in 0..<frames where !Task.isCancelled {
      await Task.yield()  // clients that answer at once would leave no time for other requests
      try await settle { presentFrame() }
      onFrame?()
    }
  }

  /// Lets time pass: a real clock runs; the virtual clock presents the frames that are due.
  func pass(milliseconds: Double) async throws(ControlError) {
    guard isVirtual else {
      try? await Task.sleep(nanoseconds: UInt64(milliseconds * 1e6))
      return
    }
    try await settle()
    let end = compositor.now + UInt64((milliseconds * 1e6).rounded())
    while lastFrame + compositor.refreshInterval <= end, !Task.isCancelled {
      try await advance(frames: 1)
    }
    if compositor.now < end, !Task.isCancelled { compositor.advance(by: end - compositor.now) }
  }

  /// Waits until the clients have answered all events: each client gets a ping after its events, and its requests before the pong
  /// may cause further events.
  ///
  /// - Parameter action: Sends the events, which a client then reads together with the ping.
  /// - Returns: The number of clients that were not asked, because they have not bound `xdg_wm_base`.
  @discardableResult
  func settle(
    within seconds: Double? = nil, after action: () -> Void = {}
  ) async throws(ControlError) -> Int {
    let end = MonotonicClock.nanoseconds() + UInt64((seconds ?? answerLimit) * 1e9)
    try await settle(compositor.clients.filter(\.canAnswerPings), until: end, after: action)
    return compositor.clients.count { !$0.canAnswerPings }
  }

  /// The time in which clients usually answer, also on a loaded machine, in nanoseconds.
  private static let usualAnswer: UInt64 = 1_000_000_000

  /// Waits until the clients have answered all events, but not for one that does not answer for a while.
  private func settleBriefly(until end: UInt64, after action: () -> Void = {}) async {
    let clients = compositor.clients.filter { $0.canAnswerPings && $0.isResponsive }
    let limit = min(Self.usualAnswer, UInt64(answerLimit * 1e9))
    try? await settle(clients, until: min(end, MonotonicClock.nanoseconds() + limit), after: action)
  }

  /// The number of messages after the clients have answered all events.
  private var settledMessages = 0
  /// Whether the clients have answered all events, and have sent nothing since.
  private var isSettled: Bool {
    compositor.wait(milliseconds: 0, passes: 1)
    return compositor.messageCount == settledMessages
  }

  private func settle(
    _ clients: [Client], until end: UInt64, after action: () -> Void
  ) async throws(ControlError) {
    var (before, directWaits) = (effectiveRequests, 0)
    func isAnswered() -> Bool { clients.allSatisfy { $0.isResponsive || !$0.isConnected } }
    func ping() {
      before = effectiveRequests
      for client in clients { client.ping() }
    }
    compositor.sendingTogether {
      action()
      ping()
    }
    while true {
      if isAnswered(), effectiveRequests == before {
        settledMessages = compositor.messageCount
        return
      }
      guard MonotonicClock.nanoseconds() < end, !Task.isCancelled else {
        guard let busy = clients.first(where: { $0.isConnected && !$0.isResponsive }) else {
          throw ControlError(.timeout, "The clients send requests without a pause.")
        }
        throw ControlError(
          .timeout, "The client with the process ID \(busy.processID) has not answered a ping.\(lintNote)")
      }
      if isAnswered() { compositor.sendingTogether { ping() } }
      guard directWaits < Self.mostDirectWaits else {
        await signal.next(until: end)
        continue
      }
      directWaits += 1
      compositor.sendingTogether {
        compositor.wait(milliseconds: 1, passes: 1)
        if isAnswered(), effectiveRequests != before { ping() }
      }
    }
  }

  /// The most times that the main queue waits for clients alone, a millisecond or until one of them sends something. Most clients answer
  /// sooner than the queue would return to this method, and others must not keep the queue from signals and other requests.
  private static let mostDirectWaits = 8

  /// Lets frames pass until the clients have sent nothing in some of them.
  ///
  /// - Throws: `timeout` if they send requests without a pause.
  func waitForRest(frames: Int, within seconds: Double) async throws(ControlError) {
    let end = MonotonicClock.nanoseconds() + UInt64(seconds * 1e9)
    var (quiet, before) = (0, effectiveRequests)
    while quiet < frames {
      guard MonotonicClock.nanoseconds() < end, !Task.isCancelled else {
        throw ControlError(
          .timeout, "The clients still send requests, such as \(messages.lastRequest ?? "none").")
      }
      if isVirtual {
        try await advance(frames: 1)
      } else {
        try await pass(milliseconds: Double(compositor.refreshInterval) / 1e6)
      }
      quiet = effectiveRequests == before ? quiet + 1 : 0
      before = effectiveRequests
    }
  }

  /// The reason that the lint knows why a client does not answer.
  private var lintNote: String {
    let found = compositor.checkedLintFindings().last { $0.rule == .blockingPipe }
    return found.map { " lint: \($0)" } ?? ""
  }

  /// Pings clients, and waits for their answers. These pings are in the log.
  func ping(_ clients: [Client], within seconds: Double) async throws(ControlError) {
    messages.includesPings = true
    defer { messages.includesPings = false }
    for client in clients { client.ping() }
    try await signal.wait(within: seconds, "The client has not answered the ping") {
      clients.allSatisfy { $0.isResponsive || !$0.isConnected }
    }
  }

  /// The number of requests so far, without those that only ask whether the compositor or the client answers.
  private var effectiveRequests: Int {
    compositor.requestTotal - compositor.requestCount(of: "wl_display.sync")
      - compositor.requestCount(of: "xdg_wm_base.pong")
  }
}
