/// A box of a file in the ISO base media format, such as CR3, HEIC or AVIF. The content may be hostile.
package struct MediaBox {
  /// The type, of four characters.
  package let kind: String
  /// The bytes after the type.
  package let content: UnsafeRawBufferPointer

  /// The largest number of boxes that are read from a part of a file.
  private static let mostBoxes = 1000

  /// Reads the boxes of a part of a file, in order. A damaged box ends the list.
  package static func boxes(in bytes: UnsafeRawBufferPointer) -> [MediaBox] {
    var boxes: [MediaBox] = []
    var place = 0
    while boxes.count < mostBoxes, let stated = bytes.number(at: place, bytes: 4),
      let kind = bytes.part(place + 4, 4)
    {
      var (start, size) = (place + 8, stated)
      if stated == 0 { size = bytes.count - place }  // up to the end
      if stated == 1 {
        guard let high = bytes.number(at: start, bytes: 4), let low = bytes.number(at: start + 4, bytes: 4)
        else { break }
        (start, size) = (place + 16, min(high, 1 << 24) << 32 | low)
      }
      guard let content = bytes.part(start, size - (start - place)) else { break }
      boxes.append(MediaBox(kind: String(decoding: kind, as: UTF8.self), content: content))
      place += size
    }
    return boxes
  }

  /// The boxes inside, after `skipped` bytes.
  package func boxes(after skipped: Int = 0) -> [MediaBox] {
    content.part(skipped, content.count - skipped).map { Self.boxes(in: $0) } ?? []
  }

  /// Returns the first box on a path of types.
  package func box(at path: String...) -> MediaBox? {
    path.reduce(self) { box, kind in box?.boxes().first { $0.kind == kind } }
  }
}

/// The samples of a track, which are pictures.
package struct MediaTrack {
  /// The type of the track, such as `pict` for pictures and `auxv` for their alpha channel.
  package let handler: String
  /// The description of the first kind of samples. Its type is that of the codec.
  package let description: MediaBox
  /// The places of the samples in the file.
  package let samples: [Range<Int>]
  /// The durations of the samples, in seconds.
  package let durations: [Double]

  /// The largest number of samples of a track that are read.
  package static let mostSamples = 1 << 14
  /// The largest number of tracks that are read. Cameras write at most five.
  private static let mostTracks = 8

  /// Reads the tracks of a file, from its first box of tracks.
  ///
  /// - Parameters:
  ///   - count: The largest number of samples of a track that are read.
  ///   - isUsed: Returns whether a track is read, by its type and the type of its samples.
  package static func tracks(
    of file: UnsafeRawBufferPointer, samples count: Int = mostSamples,
    where isUsed: (_ handler: String, _ coding: String) -> Bool = { _, _ in true }
  ) -> [MediaTrack] {
    guard let movie = MediaBox.boxes(in: file).first(where: { $0.kind == "moov" }) else { return [] }
    return movie.boxes().filter { $0.kind == "trak" }.prefix(mostTracks).compactMap {
      MediaTrack($0, min(count, mostSamples), isUsed)
    }
  }

  private init?(_ box: MediaBox, _ count: Int, _ isUsed: (String, String) -> Bool) {
    guard let media = box.box(at: "mdia"), let header = media.box(at: "mdhd")?.content,
      let version = header.number(at: 0, bytes: 1),
      let timescale = header.number(at: version == 1 ? 20 : 12, bytes: 4), timescale > 0,
      let handler = media.box(at: "hdlr")?.content.part(8, 4), let tables = media.box(at: "minf", "stbl"),
      // The box has a version and a number of entries before its boxes.
      let description = tables.box(at: "stsd")?.boxes(after: 8).first
    else { return nil }
    self.handler = String(decoding: handler, as: UTF8.self)
    self.description = description
    guard isUsed(self.handler, description.kind) else { return nil }
    let sizes = Self.sizes(in: tables, atMost: count)
    samples = Self.places(of: sizes, in: tables)
    var durations: [Double] = []
    for entry in Self.entries(of: tables.box(at: "stts")?.content, ofBytes: 8) {
      guard let count = entry.number(at: 0, bytes: 4), let ticks = entry.number(at: 4, bytes: 4) else {
        break
      }
      let duration = Double(ticks) / Double(timescale)
      durations += Array(repeating: duration, count: min(count, samples.count - durations.count))
    }
    self.durations = durations + Array(repeating: 0, count: samples.count - durations.count)
  }

  /// Returns the entries of a table: after a version, the number of entries and the entries.
  private static func entries(
    of table: UnsafeRawBufferPointer?, ofBytes size: Int
  ) -> [UnsafeRawBufferPointer] {
    guard let table, let count = table.number(at: 4, bytes: 4) else { return [] }
    return (0..<min(count, mostSamples)).compactMap { table.part(8 + $0 * size, size) }
  }

  private static func sizes(in tables: MediaBox, atMost limit: Int) -> [Int] {
    guard let table = tables.box(at: "stsz")?.content, let size = table.number(at: 4, bytes: 4),
      let count = table.number(at: 8, bytes: 4)
    else { return [] }
    let indices = 0..<min(count, limit)
    return size > 0
      ? indices.map { _ in size } : indices.compactMap { table.number(at: 12 + $0 * 4, bytes: 4) }
  }

  /// Returns the places of the samples. Samples follow each other within a chunk.
  private static func places(of sizes: [Int], in tables: MediaBox) -> [Range<Int>] {
    let long = tables.box(at: "co64")
    let chunks = entries(of: (long ?? tables.box(at: "stco"))?.content, ofBytes: long == nil ? 4 : 8)
    let runs = entries(of: tables.box(at: "stsc")?.content, ofBytes: 12)
    var places: [Range<Int>] = []
    var (run, count) = (0, 0)
    for (index, chunk) in chunks.enumerated() {
      // A run of chunks begins with a number that counts from 1.
      if run < runs.count, runs[run].number(at: 0, bytes: 4) == index + 1 {
        count = runs[run].number(at: 4, bytes: 4) ?? 0
        run += 1
      }
      let high = long == nil ? 0 : min(chunk.number(at: 0, bytes: 4) ?? 0, 1 << 24)
      var start = high << 32 | (chunk.number(at: long == nil ? 0 : 4, bytes: 4) ?? 0)
      for size in sizes.dropFirst(places.count).prefix(count) {
        places.append(start..<start + size)
        start += size
      }
    }
    return places
  }
}
