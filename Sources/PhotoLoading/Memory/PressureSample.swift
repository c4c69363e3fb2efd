/// The share of the last ten seconds in which tasks waited for memory, in percent.
///
/// Linux: `/proc/pressure/memory`.
public struct PressureSample: Hashable, Sendable {
  /// The share in which at least one task waited.
  public var some = 0.0
  /// The share in which all tasks waited.
  public var full = 0.0

  /// Creates a sample.
  public init(some: Double = 0, full: Double = 0) { (self.some, self.full) = (some, full) }

  /// Reads the text of the file. Lines and numbers that it does not know count as no pressure.
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
