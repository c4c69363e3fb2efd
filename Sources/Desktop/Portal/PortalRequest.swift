/// How a dialog of the portal ended.
enum PortalResponse: Hashable, Sendable {
  /// The user has confirmed the dialog; these are the results.
  case success([String: BusValue])
  /// The user has closed the dialog, or the task was canceled.
  case canceled
}

/// One dialog of the portal. A method call opens it and returns a request object, which later sends the response.
///
/// Portal: `org.freedesktop.portal.Request`.
@MainActor
final class PortalRequest {
  private enum Phase {
    /// The method call has not returned.
    case calling
    /// The dialog is open; `handle` is its object path.
    case open(handle: String)
    /// The caller stopped waiting before the method call returned. When the call returns, the dialog is closed.
    case abandoned
    case finished
  }

  private enum Outcome: Sendable {
    case response(PortalResponse)
    case failure(PortalError)
    case taskCanceled
  }

  private var phase = Phase.calling
  private var subscriptions: [BusSubscription] = []
  private var deadline: Deadline?
  private let connection: BusConnection
  private let method: BusMethod
  private let expectedHandle: String
  private let timeout: Duration
  private let answer = Answer<Outcome>(ifCanceled: .taskCanceled)

  /// Opens a dialog and waits for its response.
  ///
  /// If the task is canceled, the dialog is closed and the result is `.canceled`.
  ///
  /// - Parameters:
  ///   - arguments: The method's arguments without the last one, `options`.
  ///   - options: The options without `handle_token`, which this method adds.
  ///   - responseTimeout: The longest time to wait for the user; `nil` waits as long as the portal runs.
  static func run(
    _ method: BusMethod, _ arguments: [BusValue], options: [String: BusValue], descriptors: [Int32] = [],
    responseTimeout: Duration?, on bus: SessionBus
  ) async throws(PortalError) -> PortalResponse {
    let request: PortalRequest
    do throws(BusError) {
      request = PortalRequest(method, on: try await bus.connection(), timeout: bus.timeout)
      try request.open(arguments, options: options, descriptors: descriptors)
    } catch .canceled {
      return .canceled
    } catch {
      throw PortalError(error, method: method)
    }
    return try await request.response(within: responseTimeout)
  }

  private let token: String

  private init(_ method: BusMethod, on connection: BusConnection, timeout: Duration) {
    self.connection = connection
    self.method = method
    self.timeout = timeout
    // The token is random, so that another client cannot guess the path and send a response to it.
    token = "carousel" + String(UInt64.random(in: .min ... .max), radix: 36)
    let sender = connection.uniqueName.dropFirst().replacing(".", with: "_")
    expectedHandle = Portal.path + "/request/" + sender + "/" + token
  }

  private func open(
    _ arguments: [BusValue], options: [String: BusValue], descriptors: [Int32]
  ) throws(BusError) {
    // Subscribe before the call, because the response may arrive before the reply to the call.
    subscribe(to: expectedHandle)
    subscriptions.append(
      connection.subscribe(to: Portal.ownerChanged) { [weak self] event in self?.ownerDidChange(event) })
    let options = options.merging(["handle_token": .string(token)]) { $1 }
    // The closure retains the request until the reply arrives, because an abandoned dialog must then be closed.
    try connection.start(
      method, arguments + [.options(options)], descriptors: descriptors, timeout: timeout
    ) { self.callDidReturn($0) }
  }

  private func response(within limit: Duration?) async throws(PortalError) -> PortalResponse {
    if let limit {
      deadline = Deadline(after: limit) { [weak self] in
        guard let self else { return }
        answer.supply(.failure(PortalError(.timedOut, method: method)))
      }
    }
    let outcome = await answer.value()
    deadline = nil
    subscriptions = []
    switch outcome {
    case .response(let response):
      phase = .finished
      return response
    case .failure(let error):
      close()
      throw error
    case .taskCanceled:
      close()
      return .canceled
    }
  }

  private func subscribe(to handle: String) {
    let pattern = Portal.signal("Request", "Response", path: handle)
    subscriptions.append(connection.subscribe(to: pattern) { [weak self] event in self?.receive(event) })
  }

  private func callDidReturn(_ result: Result<[BusValue], BusError>) {
    var handle = expectedHandle
    switch result {
    case .success(let values):
      if case .objectPath(let path) = values.first {
        handle = path
      } else {
        fail(.malformed(describe(values)))
      }
    case .failure(let error):
      fail(error)
      // After a remote error there is no dialog. After any other error, the dialog may be open.
      if case .remote = error { phase = .finished }
    }
    switch phase {
    case .calling:
      phase = .open(handle: handle)
      // Portals before version 0.9 ignore the token and choose the path.
      if handle != expectedHandle { subscribe(to: handle) }
    case .abandoned:
      phase = .open(handle: handle)
      close()
    case .open, .finished: break
    }
  }

  private func receive(_ event: BusEvent) {
    guard case .signal(_, let values) = event else { return fail(.disconnected) }
    guard values.count == 2, case .uint32(let code) = values[0], let results = values[1].dictionary else {
      return fail(.malformed(describe(values)))
    }
    switch code {
    case 0: answer.supply(.response(.success(results)))
    case 1: answer.supply(.response(.canceled))
    default: answer.supply(.failure(.dialogFailed(method: method.interface + "." + method.name)))
    }
  }

  /// Ends the wait if the portal has ended, because the dialog ends with the portal. The start of a portal is ignored,
  /// because the method call itself may start the portal.
  private func ownerDidChange(_ event: BusEvent) {
    guard case .signal(_, let values) = event else { return fail(.disconnected) }
    guard values.count == 3, case .string(let oldOwner) = values[1], !oldOwner.isEmpty else { return }
    answer.supply(.failure(.portalEnded))
  }

  private func fail(_ error: BusError) { answer.supply(.failure(PortalError(error, method: method))) }

  /// Closes the dialog. If the method call that opens the dialog has not returned, the dialog is closed when the call
  /// returns. The reply to `Close` is ignored.
  ///
  /// Portal: `org.freedesktop.portal.Request.Close`.
  private func close() {
    switch phase {
    case .calling: phase = .abandoned
    case .open(let handle):
      phase = .finished
      guard connection.isOpen else { return }
      // Sending cannot fail: the path was received, so it is valid.
      _ = try? connection.start(Portal.method("Request", "Close", path: handle), [], timeout: timeout) { _ in
      }
    case .abandoned, .finished: break
    }
  }

  private func describe(_ values: [BusValue]) -> String {
    "arguments of the type " + BusValue.tuple(values).type
  }
}
