internal import CCurl
internal import Glibc
internal import Threads

/// Performs exchanges on one thread. The thread starts with the first exchange, and blocks without a timeout while there
/// is none.
final class TransferLoop: Sendable {
  private struct State {
    var added: [Exchange] = []
    var canceled: [ObjectIdentifier] = []
    var isClosed = false
    /// Whether the thread runs. It then owns `multi`.
    var isRunning = false
    var multi: UnsafeMutableRawPointer?
  }

  private let settings: TransferSettings
  private let monitor = Monitor(State())

  init(_ settings: TransferSettings) { self.settings = settings }

  /// Begins an exchange, or lets it wait for a free connection to its host.
  func start(_ exchange: Exchange) {
    let isRefused = change { state in
      if !state.isRunning {
        guard Self.isCurlReady, let multi = state.multi ?? curl_multi_init() else { return true }
        ccurl_set_multi_long(multi, CURLMOPT_MAXCONNECTS, Self.mostIdleConnections)
        state.multi = multi
        guard startThread() else { return true }
        state.isRunning = true
      }
      state.added.append(exchange)
      return false
    }
    if isRefused {
      exchange.finish(.failure(Exchange.Failure(reason: .lackOfResources(code: EAGAIN), seconds: 0)))
    }
  }

  /// Cancels an exchange.
  func cancel(_ exchange: Exchange) { change { $0.canceled.append(ObjectIdentifier(exchange)) } }

  /// Cancels all exchanges and ends the thread.
  func close() {
    change { state in
      state.isClosed = true
      guard !state.isRunning, let multi = state.multi else { return }
      curl_multi_cleanup(multi)
      state.multi = nil
    }
  }

  /// Looks at the clock again. Tests call it after they have changed their clock.
  func wake() { change { _ in } }

  private static let mostIdleConnections = 8
  /// Whether libcurl could be prepared.
  private static let isCurlReady = ccurl_prepare() != 0

  private func change<Result>(_ body: (inout State) -> Result) -> Result {
    let result = monitor.withLock { state in
      defer { if state.isRunning, let multi = state.multi { curl_multi_wakeup(multi) } }
      return body(&state)
    }
    monitor.wakeAll()
    return result
  }

  // MARK: Thread

  private func startThread() -> Bool {
    let (monitor, settings) = (monitor, settings)
    return SystemThread.startDetached {
      // A server that has closed its connection must not end the program.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      Self.run(monitor, settings)
    }
  }

  private static func run(_ monitor: Monitor<State>, _ settings: TransferSettings) {
    guard let multi = monitor.withLock({ $0.multi }) else { return }
    var set = TransferSet(multi: multi, settings: settings)
    while true {
      let isIdle = set.isEmpty
      let work = monitor.waitForValue { state -> State? in
        if isIdle, state.added.isEmpty, state.canceled.isEmpty, !state.isClosed { return nil }
        defer { (state.added, state.canceled) = ([], []) }
        return state
      }
      set.add(work.added)
      set.cancel(work.canceled)
      if work.isClosed { break }
      if !set.isEmpty { set.perform() }
    }
    set.cancelAll()
    monitor.withLock { state in
      curl_multi_cleanup(multi)
      state.multi = nil
      state.isRunning = false
    }
  }
}

/// The exchanges of a loop, those that run and those that wait.
private struct TransferSet: ~Copyable {
  private let multi: UnsafeMutableRawPointer
  private let settings: TransferSettings
  private var running: [Transfer] = []
  private var waiting: [Exchange] = []

  init(multi: UnsafeMutableRawPointer, settings: TransferSettings) {
    (self.multi, self.settings) = (multi, settings)
  }

  var isEmpty: Bool { running.isEmpty && waiting.isEmpty }

  mutating func add(_ exchanges: [Exchange]) { waiting += exchanges }

  mutating func cancel(_ identifiers: [ObjectIdentifier]) {
    guard !identifiers.isEmpty else { return }
    for exchange in waiting where identifiers.contains(ObjectIdentifier(exchange)) {
      exchange.finish(.failure(Exchange.Failure(reason: .canceled, seconds: 0)))
    }
    waiting.removeAll { identifiers.contains(ObjectIdentifier($0)) }
    end { identifiers.contains(ObjectIdentifier($0.exchange)) ? .canceled : nil }
  }

  mutating func cancelAll() {
    cancel(waiting.map { ObjectIdentifier($0) } + running.map { ObjectIdentifier($0.exchange) })
  }

  /// Begins what may begin, moves bytes, ends what has ended, and waits for the next event.
  mutating func perform() {
    admit()
    var count: Int32 = 0
    curl_multi_perform(multi, &count)
    var code = CURLE_OK
    while let handle = ccurl_next_ended(multi, &code) {
      guard let index = running.firstIndex(where: { $0.handle == handle }) else { continue }
      curl_multi_remove_handle(multi, handle)
      running.remove(at: index).finish(code)
    }
    let now = settings.clock.monotonic()
    end { $0.exceededLimit(at: now) }
    admit()
    guard let deadline = running.map(\.deadline).min() else { return }
    // Later deadlines and times that are not finite wait a minute and are compared again.
    let rest = (deadline - now) * 1000
    curl_multi_poll(multi, nil, 0, rest <= 0 ? 0 : rest < 60_000 ? Int32(rest) + 1 : 60_000, nil)
  }

  /// Ends the transfers for which `reason` returns one.
  private mutating func end(_ reason: (Transfer) -> RemoteImageError.Reason?) {
    running.removeAll { transfer in
      guard let reason = reason(transfer) else { return false }
      curl_multi_remove_handle(multi, transfer.handle)
      transfer.fail(reason)
      return true
    }
  }

  /// Begins the waiting exchanges that have a free connection, in their order.
  private mutating func admit() {
    guard !waiting.isEmpty else { return }
    var free = FreeConnections(settings.limits, usedBy: running.lazy.map(\.exchange.address.origin))
    var rest: [Exchange] = []
    for exchange in waiting {
      let origin = exchange.address.origin
      guard free.permitsExchange(with: origin) else {
        rest.append(exchange)
        continue
      }
      guard let transfer = Transfer(exchange, settings) else {
        exchange.finish(.failure(Exchange.Failure(reason: .lackOfResources(code: ENOMEM), seconds: 0)))
        continue
      }
      free.use(for: origin)
      running.append(transfer)
      curl_multi_add_handle(multi, transfer.handle)
    }
    waiting = rest
  }
}
