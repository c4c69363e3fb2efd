extension MessageWriter {
  private mutating func write(optional text: String?, longest: Int = ImageMetadata.longestText) {
    write(text != nil)
    if let text { write(text, longest: longest) }
  }

  private mutating func write(optional value: Double?) {
    write(value != nil)
    if let value { write(value) }
  }

  private mutating func write(optional value: Int?) {
    write(value != nil)
    if let value { write(value) }
  }

  /// Writes metadata that are within their limits.
  mutating func write(_ metadata: ImageMetadata) {
    for text in [metadata.camera, metadata.lens, metadata.colorProfile, metadata.title] {
      write(optional: text)
    }
    write(optional: metadata.caption, longest: ImageMetadata.longestCaption)
    for value in [metadata.exposureTime, metadata.fNumber, metadata.focalLength] { write(optional: value) }
    for value in [metadata.sensitivity, metadata.rating] { write(optional: value) }
    write(metadata.position != nil)
    if let position = metadata.position {
      write(position.latitude)
      write(position.longitude)
      write(optional: position.altitude)
    }
    write(metadata.keywords.count)
    for keyword in metadata.keywords { write(keyword, longest: ImageMetadata.longestKeyword) }
  }
}

extension MessageReader {
  private mutating func optionalText(longest: Int = ImageMetadata.longestText) throws(Malformed) -> String? {
    try flag() ? try text(longest: longest) : nil
  }

  private mutating func double() throws(Malformed) -> Double {
    Double(bitPattern: UInt64(bitPattern: Int64(try number())))
  }

  private mutating func optionalDouble(in range: ClosedRange<Double>) throws(Malformed) -> Double? {
    guard try flag() else { return nil }
    let value = try double()
    guard range.contains(value) else { throw Malformed() }
    return value
  }

  private mutating func optionalNumber(in range: ClosedRange<Int>) throws(Malformed) -> Int? {
    try flag() ? try number(in: range) : nil
  }

  /// Reads metadata. A helper that was taken over may write any bytes, so each value is checked.
  mutating func metadata() throws(Malformed) -> ImageMetadata {
    var metadata = ImageMetadata()
    metadata.camera = try optionalText()
    metadata.lens = try optionalText()
    metadata.colorProfile = try optionalText()
    metadata.title = try optionalText()
    metadata.caption = try optionalText(longest: ImageMetadata.longestCaption)
    metadata.exposureTime = try optionalDouble(in: ImageMetadata.Range.exposureTime)
    metadata.fNumber = try optionalDouble(in: ImageMetadata.Range.fNumber)
    metadata.focalLength = try optionalDouble(in: ImageMetadata.Range.focalLength)
    metadata.sensitivity = try optionalNumber(in: ImageMetadata.Range.sensitivity)
    metadata.rating = try optionalNumber(in: ImageMetadata.Range.rating)
    if try flag() {
      let (latitude, longitude) = (try double(), try double())
      let altitude = try flag() ? try double() : nil
      guard
        let position = ImageMetadata.Position(latitude: latitude, longitude: longitude, altitude: altitude),
        position.altitude == altitude
      else { throw Malformed() }
      metadata.position = position
    }
    for _ in 0..<(try number(in: 0...ImageMetadata.mostKeywords)) {
      metadata.keywords.append(try text(longest: ImageMetadata.longestKeyword))
    }
    return metadata
  }
}
