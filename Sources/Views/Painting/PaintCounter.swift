internal import Synchronization

/// Counts how often a view is painted, on any thread.
final class PaintCounter: Sendable {
  private let value = Atomic<Int>(0)

  var count: Int { value.load(ordering: .relaxed) }

  func increment() { value.add(1, ordering: .relaxed) }
}
