import ControlChannel
import HeadlessCompositor
import JSON
import Threads

/// The methods with which programs control the compositor and ask for its state.
final class CompositorControl {
  let compositor: Compositor
  private let signal: DispatchSignal

  init(_ compositor: Compositor, answerLimit: Double) {
    self.compositor = compositor
    self.answerLimit = answerLimit
    signal = DispatchSignal(compositor)
  }

  /// A test sends more input in a second than a person.
  static var limits: ControlLimits {
    var limits = ControlLimits()
    limits.requestsPerSecond = 20_000
    return limits
  }

  var methods: [ControlMethod] {
    timeMethods + treeMethods + pointerMethods + touchMethods + keyboardMethods + windowMethods
      + outputMethods
      + expectationMethods + pictureMethods + clientMethods
  }

  /// The largest coordinate and the largest size.
  static let lengths = -16384.0...16384.0

  // MARK: Objects by name

  static let seatParameter = ControlParameter.optional(
    "seat", .text, "the name of the seat; the first by default")
  static let windowParameter = ControlParameter.optional(
    "window", .text, "the title or the app ID of the window; the topmost by default")
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
    .optional("window", .text, "the title or the app ID of the window to which the point is relative"),
    .optional("output", .text, "the name of the output to which the point is relative; the first by default"),
    seatParameter,
  ]

  /// Returns a point of a request in the coordinates of the compositor.
  func point(
    _ arguments: ControlArguments, _ x: String = "x", _ y: String = "y"
  ) throws(ControlError) -> (x: Double, y: Double) {
    let origin =
      arguments.text("window") == nil ? try output(arguments).position : try window(arguments).position
    return (Double(origin.x) + arguments.number(x, or: 0), Double(origin.y) + arguments.number(y, or: 0))
  }

  // MARK: Waiting

  /// Lets the methods that wait evaluate their conditions again.
  func wakeAll() { signal.wakeAll() }

  static let limitParameter = ControlParameter.optional(
    "within", .number(0...3600), "the longest time to wait, in seconds of real time; 5 by default")

  /// Waits until a condition is true. It is evaluated after each dispatch of a client's requests.
  ///
  /// - Throws: `timeout` with the text of `expectation` if the condition is not true in time.
  func wait(
    _ arguments: ControlArguments, for expectation: () -> String, until condition: () -> Bool
  ) async throws(ControlError) {
    let end = MonotonicClock.nanoseconds() + UInt64(arguments.number("within", or: 5) * 1e9)
    while !condition() {
      guard MonotonicClock.nanoseconds() < end, !Task.isCancelled else {
        throw ControlError(.timeout, expectation())
      }
      await signal.next(until: end)
    }
  }

  /// The longest time in which a client answers a frame of the virtual clock, in seconds.
  let answerLimit: Double

  /// Lets time pass: the virtual clock presents frames, a real one runs.
  func pass(milliseconds: Double) async throws(ControlError) {
    if compositor.configuration.clock == .monotonic {
      try? await Task.sleep(nanoseconds: UInt64(milliseconds * 1e6))
    } else {
      let end = compositor.now + UInt64(milliseconds * 1e6)
      while compositor.now < end, !Task.isCancelled {
        compositor.presentFrame(at: min(end, compositor.now + compositor.refreshInterval))
        try await settle(within: answerLimit)
      }
    }
  }

  /// Waits until the clients have answered all events: each client gets a ping after its events, and its requests before the pong
  /// may cause further events.
  ///
  /// - Returns: The number of clients that were not asked, because they have not bound `xdg_wm_base`.
  @discardableResult
  func settle(within seconds: Double) async throws(ControlError) -> Int {
    let end = MonotonicClock.nanoseconds() + UInt64(seconds * 1e9)
    while true {
      let before = effectiveRequests
      let clients = compositor.clients.filter(\.canAnswerPings)
      for client in clients { client.ping() }
      while let busy = clients.first(where: { $0.isConnected && !$0.isResponsive }) {
        guard MonotonicClock.nanoseconds() < end, !Task.isCancelled else {
          throw ControlError(
            .timeout, "The client with the process ID \(busy.processID) has not answered a ping.")
        }
        await signal.next(until: end)
      }
      if effectiveRequests == before { return compositor.clients.count - clients.count }
    }
  }

  /// The number of requests so far, without those that only ask whether the compositor or the client answers.
  private var effectiveRequests: Int {
    compositor.requestTotal - compositor.requestCount(of: "wl_display.sync")
      - compositor.requestCount(of: "xdg_wm_base.pong")
  }
}
