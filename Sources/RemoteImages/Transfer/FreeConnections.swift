/// The connections that the limits leave for further exchanges, in total and for each host.
package struct FreeConnections {
  private let limits: RemoteImageLimits
  private var total = 0
  private var perHost: [String: Int] = [:]

  /// - Parameters:
  ///   - limits: The limits; a limit below 1 counts as 1.
  ///   - origins: The origin of each running exchange.
  package init(_ limits: RemoteImageLimits, usedBy origins: some Sequence<String>) {
    self.limits = limits
    for origin in origins { use(for: origin) }
  }

  /// Returns whether another exchange with a host may begin.
  package func permitsExchange(with origin: String) -> Bool {
    total < max(limits.connections, 1) && perHost[origin, default: 0] < max(limits.connectionsPerHost, 1)
  }

  /// Counts an exchange that begins.
  package mutating func use(for origin: String) {
    total += 1
    perHost[origin, default: 0] += 1
  }
}
