/// The progress of writing thumbnails, as text.
nonisolated struct ThumbnailProgress {
  /// The number of photos.
  let count: Int
  private(set) var made = 0
  private(set) var unneeded = 0
  private(set) var failed = 0

  init(count: Int) { self.count = count }

  /// The number of photos that are finished.
  var finished: Int { made + unneeded + failed }

  mutating func addMade() { made += 1 }
  mutating func addUnneeded() { unneeded += 1 }
  mutating func addFailed() { failed += 1 }

  /// A line for a terminal, such as `[######              ] 90 of 300`.
  var bar: String {
    let width = 20
    let filled = count > 0 ? finished * width / count : width
    let marks = String(repeating: "#", count: filled) + String(repeating: " ", count: width - filled)
    return "[\(marks)] \(finished) of \(count)"
  }

  /// Returns a sentence about the result.
  func summary(isInterrupted: Bool) -> String {
    let rest = count - finished
    return "\(made) thumbnails made, \(unneeded) not needed, \(failed) failed"
      + (isInterrupted ? "; interrupted with \(rest) to go" : "")
  }
}
