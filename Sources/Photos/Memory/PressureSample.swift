internal import MemoryPressure

/// The memory pressure: the percentage of the last ten seconds in which tasks waited for memory.
///
/// Linux: `/proc/pressure/memory`.
package struct PressureSample: Hashable, Sendable {
  /// The percentage of the time in which at least one task waited.
  package var some = 0.0
  /// The percentage of the time in which all tasks waited at the same time.
  package var full = 0.0

  /// Creates a sample.
  package init(some: Double = 0, full: Double = 0) { (self.some, self.full) = (some, full) }

  /// Parses the text of the file. Unknown lines and invalid numbers count as no pressure.
  package init(parsing text: String) {
    some = Self.percentage(of: "some", in: text)
    full = Self.percentage(of: "full", in: text)
  }

  private static func percentage(of kind: String, in text: String) -> Double {
    let value = PressureText.value("avg10", of: kind, in: text).flatMap { Double($0) } ?? 0
    return (0...100).contains(value) ? value : 0
  }
}
