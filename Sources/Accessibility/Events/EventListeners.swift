package import Desktop

/// A kind of event, such as `Object:StateChanged:focused`.
package struct EventKind: Hashable {
  /// The interface without the prefix `org.a11y.atspi.Event.`.
  let interface: String
  /// The signal.
  let name: String
  /// The first argument of the signal, such as a state.
  var detail = ""

  package init(interface: String, name: String, detail: String = "") {
    (self.interface, self.name, self.detail) = (interface, name, detail)
  }
}

/// The events that assistive technologies have registered for.
///
/// AT-SPI: `org.a11y.atspi.Registry.GetRegisteredEvents`.
package struct EventListeners: Equatable {
  /// The parts of each pattern, such as `object`, `statechanged`, `focused`. Fewer parts match more events.
  private var patterns: Set<[String]> = []

  package init() {}

  /// - Parameter entries: The pairs of a program and a pattern that the registry returns.
  package init(_ entries: [BusValue]) {
    for case .tuple(let pair) in entries {
      guard pair.count >= 2, case .string(let pattern) = pair[1] else { continue }
      patterns.insert(pattern.split(separator: ":").map { Self.normalized($0) })
    }
  }

  package var isEmpty: Bool { patterns.isEmpty }

  /// Whether a program listens to an event.
  package func want(_ kind: EventKind) -> Bool {
    let parts = [kind.interface, kind.name, kind.detail].map { Self.normalized($0) }
    return patterns.contains { pattern in parts.starts(with: pattern) }
  }

  /// Clients write `object:state-changed` as well as `Object:StateChanged`.
  private static func normalized(_ text: some StringProtocol) -> String {
    text.lowercased().filter { $0 != "-" }
  }
}
