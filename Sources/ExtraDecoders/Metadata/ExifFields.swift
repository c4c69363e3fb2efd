internal import CExif
internal import DecoderProtocol

/// The EXIF data of a photo, read with libexif.
final class ExifFields {
  private let data: UnsafeMutablePointer<ExifData>
  private let order: ExifByteOrder

  /// Fails without data. Damaged entries are missing.
  init?(_ tiff: [UInt8]) {
    guard !tiff.isEmpty, let data = exif_data_new() else { return nil }
    self.data = data
    // Without the options, libexif adds no entries, and keeps those that it does not know, such as the rating.
    exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
    exif_data_unset_option(data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS)
    let block = Array("Exif\0\0".utf8) + tiff
    exif_data_load_data(data, block, UInt32(block.count))
    order = exif_data_get_byte_order(data)
  }

  deinit { exif_data_unref(data) }

  /// Sets the values that the data state.
  func write(to metadata: inout ImageMetadata) {
    let (maker, model) = (text(EXIF_IFD_0, 0x010F), text(EXIF_IFD_0, 0x0110))
    metadata.camera = Self.camera(maker, model)
    metadata.lens = text(EXIF_IFD_EXIF, 0xA434)
    metadata.exposureTime = number(EXIF_IFD_EXIF, 0x829A)
    metadata.fNumber = number(EXIF_IFD_EXIF, 0x829D)
    metadata.focalLength = number(EXIF_IFD_EXIF, 0x920A)
    metadata.sensitivity = number(EXIF_IFD_EXIF, 0x8827).flatMap { Int(exactly: $0) }
    metadata.caption = text(EXIF_IFD_0, 0x010E)
    metadata.rating = number(EXIF_IFD_0, 0x4746).flatMap { Int(exactly: $0) }
    metadata.position = position
  }

  /// Joins maker and model. Many models begin with the maker.
  static func camera(_ maker: String?, _ model: String?) -> String? {
    guard let maker = maker.flatMap(trimmed), let model = model.flatMap(trimmed) else {
      return (model ?? maker).flatMap(trimmed)
    }
    let first = maker.split(separator: " ").first ?? ""
    return model.lowercased().hasPrefix(first.lowercased()) ? model : "\(maker) \(model)"
  }

  private static func trimmed(_ text: String) -> String? {
    let words = text.split(separator: " ")
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  private var position: ImageMetadata.Position? {
    guard let latitude = degrees(0x0002, negative: (0x0001, "S")),
      let longitude = degrees(0x0004, negative: (0x0003, "W"))
    else { return nil }
    let isBelowSea =
      entry(EXIF_IFD_GPS, 0x0005).map { $0.pointee.size > 0 && $0.pointee.data[0] == 1 } ?? false
    let altitude = number(EXIF_IFD_GPS, 0x0006).map { isBelowSea ? -$0 : $0 }
    return ImageMetadata.Position(latitude: latitude, longitude: longitude, altitude: altitude)
  }

  /// Reads degrees, minutes and seconds.
  private func degrees(_ tag: UInt32, negative: (tag: UInt32, letter: String)) -> Double? {
    guard let entry = entry(EXIF_IFD_GPS, tag), entry.pointee.format == EXIF_FORMAT_RATIONAL else {
      return nil
    }
    let parts = (0..<3).map { rational(entry, $0) }
    guard let degrees = parts[0] else { return nil }
    let value = degrees + (parts[1] ?? 0) / 60 + (parts[2] ?? 0) / 3600
    return text(EXIF_IFD_GPS, negative.tag)?.hasPrefix(negative.letter) == true ? -value : value
  }

  // MARK: Entries

  private func entry(_ directory: ExifIfd, _ tag: UInt32) -> UnsafeMutablePointer<ExifEntry>? {
    let directories = [
      data.pointee.ifd.0, data.pointee.ifd.1, data.pointee.ifd.2, data.pointee.ifd.3, data.pointee.ifd.4,
    ]
    guard directories.indices.contains(Int(directory.rawValue)),
      let content = directories[Int(directory.rawValue)],
      let entry = exif_content_get_entry(content, ExifTag(rawValue: tag)), entry.pointee.data != nil
    else { return nil }
    return entry
  }

  private func text(_ directory: ExifIfd, _ tag: UInt32) -> String? {
    guard let entry = entry(directory, tag), entry.pointee.format == EXIF_FORMAT_ASCII else { return nil }
    return String(
      metadata: UnsafeBufferPointer(start: entry.pointee.data, count: Int(entry.pointee.size)).prefix(
        64 << 10))
  }

  /// Reads the first number of an entry.
  private func number(_ directory: ExifIfd, _ tag: UInt32) -> Double? {
    guard let entry = entry(directory, tag) else { return nil }
    switch entry.pointee.format {
    case EXIF_FORMAT_SHORT where entry.pointee.size >= 2:
      return Double(exif_get_short(entry.pointee.data, order))
    case EXIF_FORMAT_LONG where entry.pointee.size >= 4:
      return Double(exif_get_long(entry.pointee.data, order))
    case EXIF_FORMAT_RATIONAL: return rational(entry, 0)
    default: return nil
    }
  }

  /// Reads a fraction of an entry; `nil` for a denominator of 0.
  private func rational(_ entry: UnsafeMutablePointer<ExifEntry>, _ index: Int) -> Double? {
    guard Int(entry.pointee.size) >= (index + 1) * 8 else { return nil }
    let fraction = exif_get_rational(entry.pointee.data + index * 8, order)
    return fraction.denominator == 0 ? nil : Double(fraction.numerator) / Double(fraction.denominator)
  }
}
