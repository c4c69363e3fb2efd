public import Dispatch
internal import Foundation
internal import Synchronization
public import Testing

/// The longest time of a wait in a test: 600 s, or the number of seconds in CAROUSEL_WAIT_LIMIT. It is long because only a
/// failing test reaches it, and because thousands of tests share the main actor: a test may wait minutes for its turn.
public let waitLimit = Duration.seconds(
  ProcessInfo.processInfo.environment["CAROUSEL_WAIT_LIMIT"].flatMap { Double($0) } ?? 600)

/// The error of a wait that reached its limit.
public struct WaitTimeout: Error, CustomStringConvertible {
  public let description: String

  init(_ what: String, _ limit: Duration, _ place: SourceLocation, lastSeen: Any? = nil) {
    let end = lastSeen.map { "; last seen: \($0)" } ?? ""
    description = "\(place.fileName):\(place.line) waited \(limit / .seconds(1)) s for \(what)\(end)"
  }
}

/// Waits until `condition` holds. Tests call it only if no event reports the change.
///
/// Between the checks, other tasks run. After 20 checks there are pauses, which grow from 1 to 32 ms.
///
/// - Parameters:
///   - what: The event for the error message, such as "the end of the helper".
///   - limit: The longest time to wait.
///   - lastSeen: The observed state for the error message.
///   - condition: Returns whether the event has happened.
/// - Throws: `WaitTimeout` if the condition does not hold in time, and the errors of `condition`.
public func waitUntil(
  _ what: String, within limit: Duration = waitLimit, lastSeen: @autoclosure () -> Any? = nil,
  isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () throws -> Bool
) async throws {
  // A task that is ready to run needs no pause.
  for _ in 0..<20 {
    if try condition() { return }
    await Task.yield()
  }
  var pauses = Pauses(limit)
  while try !condition() {
    guard let pause = pauses.next() else {
      throw WaitTimeout(what, limit, sourceLocation, lastSeen: lastSeen())
    }
    try await Task.sleep(for: pause)
  }
}

/// Blocks the thread until `condition` holds. See the asynchronous function of this name.
///
/// - Parameter pausing: Whether the thread sleeps between the checks. Pass `false` if `condition` itself waits for an event.
public func waitUntil(
  _ what: String, within limit: Duration = waitLimit, pausing: Bool = true,
  lastSeen: @autoclosure () -> Any? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, _ condition: () throws -> Bool
) throws {
  var pauses = Pauses(limit)
  while try !condition() {
    guard let pause = pauses.next() else {
      throw WaitTimeout(what, limit, sourceLocation, lastSeen: lastSeen())
    }
    if pausing { usleep(UInt32(pause / .microseconds(1))) }
  }
}

/// The pauses between the checks of a condition.
private struct Pauses {
  private let end: ContinuousClock.Instant
  private var pause = Duration.milliseconds(1)

  init(_ limit: Duration) { end = .now + limit }

  /// Returns the next pause; `nil` after the end.
  mutating func next() -> Duration? {
    guard ContinuousClock.now < end else { return nil }
    defer { pause = min(pause * 2, .milliseconds(32)) }
    return pause
  }
}

/// Returns the result of `operation`. If the operation takes longer than `limit`, it is canceled, and no longer awaited.
///
/// - Parameters:
///   - what: The event for the error message, such as "the last stage of the photo".
///   - limit: The longest time to wait.
///   - operation: The operation, such as reading a stream.
/// - Throws: `WaitTimeout` if the operation does not end in time, and the errors of `operation`.
public func waitFor<Value: Sendable>(
  _ what: String, within limit: Duration = waitLimit, sourceLocation: SourceLocation = #_sourceLocation,
  _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  let results = ReportQueue<Result<Value, any Error>>(limit: limit)
  let task = Task {
    do { results.report(.success(try await operation())) } catch { results.report(.failure(error)) }
  }
  let result = await withTaskCancellationHandler {
    await results.next()
  } onCancel: {
    task.cancel()
  }
  guard let result else {
    task.cancel()
    throw WaitTimeout(what, limit, sourceLocation)
  }
  return try result.get()
}

extension DispatchSemaphore {
  /// Blocks the thread until the semaphore is signaled.
  ///
  /// - Throws: `WaitTimeout` after `limit`.
  public func wait(
    for what: String, within limit: Duration = waitLimit, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    guard wait(timeout: .now() + limit / .seconds(1)) == .success else {
      throw WaitTimeout(what, limit, sourceLocation)
    }
  }
}

/// Values that the code under test reports from any thread, and that a test reads in order.
public final class ReportQueue<Value: Sendable>: Sendable {
  private struct State {
    var values: [Value] = []
    var reader: CheckedContinuation<Value?, Never>?
    var hasTimedOut = false
  }

  fileprivate let limit: Duration
  private let state = Mutex(State())

  /// - Parameter limit: The longest time to wait for a value.
  public init(limit: Duration = waitLimit) { self.limit = limit }

  /// Whether all reported values were read.
  public var isEmpty: Bool { state.withLock { $0.values.isEmpty } }

  /// Adds a value.
  public func report(_ value: Value) {
    let reader = state.withLock { state in
      defer { state.reader = nil }
      if state.reader == nil { state.values.append(value) }
      return state.reader
    }
    reader?.resume(returning: value)
  }

  /// Waits for the next value. One task at a time may call this method.
  ///
  /// - Returns: The value; `nil` if no value was reported in time. After that, further calls do not wait.
  public func next() async -> Value? {
    let alarm = Task {
      try await Task.sleep(for: limit)
      let reader = state.withLock { state in
        defer { (state.reader, state.hasTimedOut) = (nil, true) }
        return state.reader
      }
      reader?.resume(returning: nil)
    }
    defer { alarm.cancel() }
    return await withCheckedContinuation { reader in
      let value: Value?? = state.withLock { state in
        if !state.values.isEmpty { return state.values.removeFirst() }
        if state.hasTimedOut { return .some(nil) }
        precondition(state.reader == nil, "a task is reading")
        state.reader = reader
        return nil
      }
      if let value { reader.resume(returning: value) }
    }
  }
}

extension ReportQueue {
  /// Waits for the next value.
  ///
  /// - Parameter what: The event for the error message, such as "the reply of the bus".
  /// - Throws: `WaitTimeout` if no value is reported in time.
  public func next(
    _ what: String, isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Value {
    guard let value = await next() else { throw WaitTimeout(what, limit, sourceLocation) }
    return value
  }
}

/// Calls `start` with a function that reports a value, and waits for the first report.
///
/// - Parameters:
///   - what: The event for the error message, such as "the decoded picture".
///   - limit: The longest time to wait.
///   - start: Starts the operation. It may keep the function that it gets.
/// - Throws: `WaitTimeout` if nothing is reported in time.
public func waitForReport<Value: Sendable>(
  _ what: String, of type: Value.Type = Value.self, within limit: Duration = waitLimit,
  isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
  _ start: (_ report: @escaping @Sendable (Value) -> Void) throws -> Void
) async throws -> Value {
  let reports = ReportQueue<Value>(limit: limit)
  try start { reports.report($0) }
  return try await reports.next(what, sourceLocation: sourceLocation)
}

/// A value that threads change, and for whose changes tests wait.
public final class WatchedValue<Value>: @unchecked Sendable {
  // `@unchecked` is safe because `value` is only accessed while `condition` is locked.
  private let condition = NSCondition()
  private var value: Value

  public init(_ value: Value) { self.value = value }

  /// Accesses the value, and wakes the waiting threads.
  public func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    condition.withLock {
      defer { condition.broadcast() }
      return body(&value)
    }
  }

  /// Blocks until `pick` returns a result.
  ///
  /// - Throws: `WaitTimeout` after `limit`.
  public func wait<Result>(
    for what: String, within limit: Duration = waitLimit, sourceLocation: SourceLocation = #_sourceLocation,
    _ pick: (Value) -> Result?
  ) throws -> Result {
    let end = Date(timeIntervalSinceNow: limit / .seconds(1))
    return try condition.withLock {
      while true {
        if let result = pick(value) { return result }
        guard condition.wait(until: end) else {
          throw WaitTimeout(what, limit, sourceLocation, lastSeen: value)
        }
      }
    }
  }
}
