/// The facts about a photo that a camera or a person has written into the file. Each value is `nil` if the file does not state
/// it, or states it in a damaged way.
public struct ImageMetadata: Hashable, Sendable {
  /// A place on the earth.
  public struct Position: Hashable, Sendable {
    /// In degrees, in `-90...90`; north is positive.
    public var latitude: Double
    /// In degrees, in `-180...180`; east is positive.
    public var longitude: Double
    /// Above the sea level, in meters.
    public var altitude: Double?

    /// Creates a position. Fails if a coordinate is out of range.
    public init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
      guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
      (self.latitude, self.longitude) = (latitude, longitude)
      self.altitude = altitude.flatMap { (-20_000...100_000).contains($0) ? $0 : nil }
    }
  }

  /// The maker and the model of the camera.
  public var camera: String?
  /// The model of the lens.
  public var lens: String?
  /// The exposure time, in seconds, in `1e-6...1e5`.
  public var exposureTime: Double?
  /// The f-number of the aperture, in `0.1...1000`.
  public var fNumber: Double?
  /// The ISO speed, in `1...10_000_000`.
  public var sensitivity: Int?
  /// The focal length, in millimeters, in `0.1...100_000`.
  public var focalLength: Double?
  /// The place where the photo was taken.
  public var position: Position?
  /// The name of the color profile, such as `Display P3`.
  public var colorProfile: String?
  /// The title that a person has given.
  public var title: String?
  /// The description of the image.
  public var caption: String?
  /// At most 64 words. Others are dropped.
  public var keywords: [String] = []
  /// 0 to 5 stars, or -1 for a rejected image.
  public var rating: Int?

  /// Creates metadata without values.
  public init() {}

  /// The longest text of a value, in bytes of UTF-8. Longer texts are cut off.
  package static let longestText = 400
  /// The longest ``caption``, in bytes of UTF-8.
  package static let longestCaption = 4000
  /// The longest keyword, in bytes of UTF-8.
  package static let longestKeyword = 120
  /// The largest number of keywords.
  package static let mostKeywords = 64
}

extension ImageMetadata {
  /// The valid ranges of the numbers. The helper drops other values, and the reader of a reply refuses them.
  enum Range {
    static let exposureTime = 1e-6...1e5
    static let fNumber = 0.1...1000.0
    static let focalLength = 0.1...100_000.0
    static let sensitivity = 1...10_000_000
    static let rating = -1...5
  }

  /// Returns the metadata without values that are out of range, and with the limits of lengths.
  package var limited: ImageMetadata {
    var limited = self
    func number(_ value: Double?, _ range: ClosedRange<Double>) -> Double? {
      value.flatMap { range.contains($0) ? $0 : nil }
    }
    func text(_ text: String?, _ longest: Int = ImageMetadata.longestText) -> String? {
      text.map { Self.cut($0, longest) }.flatMap { $0.isEmpty ? nil : $0 }
    }
    limited.exposureTime = number(exposureTime, Range.exposureTime)
    limited.fNumber = number(fNumber, Range.fNumber)
    limited.focalLength = number(focalLength, Range.focalLength)
    limited.sensitivity = sensitivity.flatMap { Range.sensitivity.contains($0) ? $0 : nil }
    limited.rating = rating.flatMap { Range.rating.contains($0) ? $0 : nil }
    (limited.camera, limited.lens) = (text(camera), text(lens))
    (limited.colorProfile, limited.title) = (text(colorProfile), text(title))
    limited.caption = text(caption, Self.longestCaption)
    var known: Set<String> = []
    limited.keywords = []
    for keyword in keywords where limited.keywords.count < Self.mostKeywords {
      guard let word = text(keyword, Self.longestKeyword), known.insert(word).inserted else { continue }
      limited.keywords.append(word)
    }
    return limited
  }

  /// Returns a text without white space at its ends, cut off after a whole character.
  private static func cut(_ text: String, _ longest: Int) -> String {
    var short = text.prefix(longest)
    while short.utf8.count > longest { short.removeLast() }
    let isSpace = { (character: Character) in character.isWhitespace || character == "\0" }
    while let last = short.last, isSpace(last) { short.removeLast() }
    return String(short.drop(while: isSpace))
  }
}
