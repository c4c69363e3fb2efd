/// Writes files in the ISO base media format.
package enum MediaFixture {
  /// Returns a number, most significant byte first.
  package static func number(_ value: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// Returns a box.
  package static func box(_ kind: String, _ parts: [UInt8]...) -> [UInt8] {
    let content = parts.flatMap(\.self)
    return number(content.count + 8, 4) + Array(kind.utf8) + content
  }

  /// Returns a track whose samples follow each other.
  ///
  /// - Parameters:
  ///   - description: The box that describes the samples.
  ///   - sizes: The sizes of the samples, in bytes.
  ///   - start: The place of the first sample in the file.
  ///   - duration: The duration of a sample, in milliseconds.
  package static func track(
    _ handler: String = "pict", description: [UInt8], sizes: [Int], start: Int, duration: Int = 100
  ) -> [UInt8] {
    let none = number(0, 4)
    let tables = box(
      "stbl", box("stsd", none, number(1, 4), description),
      box("stts", none, number(1, 4), number(sizes.count, 4), number(duration, 4)),
      box("stsc", none, number(1, 4), number(1, 4), number(sizes.count, 4), number(1, 4)),
      box("stsz", none, none, number(sizes.count, 4), sizes.flatMap { number($0, 4) }),
      box("co64", none, number(1, 4), number(start, 8)))
    return box(
      "trak",
      box(
        "mdia", box("mdhd", none, none, none, number(1000, 4), none, none),
        box("hdlr", none, none, Array(handler.utf8), none), box("minf", tables)))
  }
}
