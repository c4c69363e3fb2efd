/// The memory pressure: the percentage of the last ten seconds in which tasks waited for memory.
///
/// Linux: `/proc/pressure/memory`.
public struct PressureSample: Hashable, Sendable {
  /// The percentage of the time in which at least one task waited.
  public var some = 0.0
  /// The percentage of the time in which all tasks waited at the same time.
  public var full = 0.0

  /// Creates a sample.
  public init(some: Double = 0, full: Double = 0) { (self.some, self.full) = (some, full) }

  /// Parses the text of the file. Unknown lines and invalid numbers count as no pressure.
  public init(parsing text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard let kind = words.first,
        let word = words.first(where: { $0.hasPrefix("avg10=") }),
        let value = Double(word.dropFirst("avg10=".count)), (0...100).contains(value)
      else { continue }
      switch kind {
      case "some": some = value
      case "full": full = value
      default: break
      }
    }
  }
}
