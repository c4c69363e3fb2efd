internal import Dispatch

/// Runs closures on the main actor, later. A test decides when.
package struct MainDelivery: Sendable {
  let run: @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void

  /// Runs closures on Dispatch's main queue.
  package static let mainQueue = MainDelivery { action in DispatchQueue.main.async { action() } }

  /// Creates a delivery that passes each closure to `run`, on any thread.
  package init(_ run: @escaping @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void) {
    self.run = run
  }
}
