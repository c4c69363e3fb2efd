internal import CarouselUI
import CommandLineText
package import DecoderProtocol
internal import Glibc
package import Photos

/// The facts that the panel states about a photo, as texts in groups. A value that is not known has no row.
package struct PhotoFacts: Equatable, Sendable {
  /// A value with its name.
  package struct Row: Equatable, Sendable {
    package let name: String
    package let value: String
  }

  /// Rows that belong together.
  package struct Group: Equatable, Sendable {
    package let title: String
    package let rows: [Row]
  }

  /// The groups with at least one row.
  package private(set) var groups: [Group] = []

  /// Creates the facts that are known without the content of the file.
  ///
  /// - Parameters:
  ///   - photo: The path and the version of the file.
  ///   - header: The header of the image; `nil` while it is not known.
  ///   - metadata: The metadata in the file; `nil` while they are not known.
  ///   - problem: Why the image cannot be read, as a sentence; `nil` if it can.
  package init(
    _ photo: LibraryPhoto, header: ImageHeader? = nil, metadata: ImageMetadata? = nil, problem: String? = nil
  ) {
    add("File", Self.file(photo))
    add("Image", Self.image(header, metadata, problem))
    add("Camera", Self.camera(header, metadata))
    add("Description", Self.description(metadata))
    add("Place", Self.place(metadata?.position))
  }

  private mutating func add(_ title: String, _ rows: [(String, String?)]) {
    let known = rows.compactMap { name, value in
      value.map { Row(name: name, value: DisplayText.printable($0)) }
    }
    if !known.isEmpty { groups.append(Group(title: title, rows: known)) }
  }

  private static func file(_ photo: LibraryPhoto) -> [(String, String?)] {
    let path = photo.photo.path
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) }
    return [
      ("Name", photo.photo.name), ("Folder", folder), ("Size", photo.revision.map { size($0.byteCount) }),
      ("Modified", photo.revision.flatMap { time($0.modified / 1_000_000_000, isLocal: false) }),
    ]
  }

  private static func image(
    _ header: ImageHeader?, _ metadata: ImageMetadata?, _ problem: String?
  ) -> [(String, String?)] {
    [
      ("Format", header?.format), ("Dimensions", header.map { dimensions($0.width, $0.height) }),
      ("Frames", header.flatMap { $0.frameCount > 1 ? "\($0.frameCount)" : nil }),
      ("Color profile", metadata?.colorProfile), ("Problem", problem),
    ]
  }

  private static func camera(_ header: ImageHeader?, _ metadata: ImageMetadata?) -> [(String, String?)] {
    [
      ("Taken", header?.taken.flatMap { time(Int64($0), isLocal: true) }), ("Camera", metadata?.camera),
      ("Lens", metadata?.lens), ("Exposure time", metadata?.exposureTime.map(exposure)),
      ("Aperture", metadata?.fNumber.map { "f/\(number($0, digits: 1))" }),
      ("Sensitivity", metadata?.sensitivity.map { "ISO \($0)" }),
      ("Focal length", metadata?.focalLength.map { "\(number($0, digits: 1)) mm" }),
    ]
  }

  private static func description(_ metadata: ImageMetadata?) -> [(String, String?)] {
    guard let metadata else { return [] }
    let rating = metadata.rating.flatMap { $0 < 0 ? "Rejected" : $0 == 0 ? nil : "\($0) of 5 stars" }
    return [
      ("Title", metadata.title), ("Caption", metadata.caption),
      ("Keywords", metadata.keywords.isEmpty ? nil : metadata.keywords.joined(separator: ", ")),
      ("Rating", rating),
    ]
  }

  private static func place(_ position: ImageMetadata.Position?) -> [(String, String?)] {
    guard let position else { return [] }
    func degrees(_ value: Double, _ letters: (String, String)) -> String {
      "\(number(abs(value), digits: 5))° \(value < 0 ? letters.1 : letters.0)"
    }
    return [
      ("Position", "\(degrees(position.latitude, ("N", "S"))), \(degrees(position.longitude, ("E", "W")))"),
      ("Altitude", position.altitude.map { "\(number($0, digits: 0)) m" }),
    ]
  }
}

// MARK: Numbers as texts

extension PhotoFacts {
  /// Returns a size such as "12.3 MB (12,345,678 bytes)".
  static func size(_ bytes: Int64) -> String {
    let exact = "\(grouped(bytes)) \(bytes == 1 ? "byte" : "bytes")"
    let units = ["kB", "MB", "GB", "TB"]
    var (value, unit) = (Double(bytes) / 1000, 0)
    guard value >= 1 else { return exact }
    while value >= 999.95, unit < units.count - 1 { (value, unit) = (value / 1000, unit + 1) }
    return "\(number(value, digits: 1)) \(units[unit]) (\(exact))"
  }

  static func dimensions(_ width: Int, _ height: Int) -> String {
    let megapixels = Double(width) * Double(height) / 1e6
    let size = "\(width) × \(height)"
    return megapixels >= 0.1 ? "\(size) (\(number(megapixels, digits: 1)) megapixels)" : size
  }

  /// Returns a time such as "1/250 s" or "2.5 s".
  static func exposure(_ seconds: Double) -> String {
    guard seconds < 0.3 else { return "\(number(seconds, digits: 1)) s" }
    return "1/\(Int((1 / seconds).rounded())) s"
  }

  /// Returns a number with at most some digits behind the point, without zeros at its end.
  static func number(_ value: Double, digits: Int) -> String {
    var factor = 1.0
    for _ in 0..<digits { factor *= 10 }
    let scaled = (abs(value) * factor).rounded()
    guard scaled < 1e15 else { return "\(value)" }
    let whole = Int64(scaled) / Int64(factor)
    var rest = String(Int64(scaled) % Int64(factor))
    rest = String(repeating: "0", count: digits - min(rest.count, digits)) + rest
    while rest.last == "0" { rest.removeLast() }
    let sign = value < 0 && scaled > 0 ? "−" : ""
    return digits == 0 || rest.isEmpty ? "\(sign)\(whole)" : "\(sign)\(whole).\(rest)"
  }

  private static func grouped(_ value: Int64) -> String {
    var text = ""
    for (place, digit) in String(value.magnitude).reversed().enumerated() {
      if place > 0, place.isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return (value < 0 ? "−" : "") + String(text.reversed())
  }

  /// Returns a time such as "2024-07-19 18:30:05".
  ///
  /// - Parameter isLocal: Whether the seconds count from 1970 in local time, as those of cameras.
  static func time(_ seconds: Int64, isLocal: Bool) -> String? {
    var time = time_t(seconds)
    var parts = tm()
    guard (isLocal ? gmtime_r(&time, &parts) : localtime_r(&time, &parts)) != nil else { return nil }
    func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let (year, month) = (Int(parts.tm_year) + 1900, parts.tm_mon + 1)
    return
      "\(year)-\(two(month))-\(two(parts.tm_mday)) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
  }
}
