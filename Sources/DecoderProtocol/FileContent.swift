/// Identifies the content of a file between two requests.
public struct FileContent: Hashable, Sendable {
  /// The number of animations whose decoders a helper keeps.
  package static let keptCount = 4
  /// The largest memory of the decoders that a helper keeps, in bytes, without the files. A larger animation is decoded from
  /// its start each time.
  package static let keptBytes = 64 << 20

  /// The number of the device.
  public let device: Int
  /// The number of the file on the device.
  public let number: Int
  /// The size of the file, in bytes.
  public let byteCount: Int
  /// The time of the last change, in whole seconds since 1970.
  public let seconds: Int
  /// The rest of the time of the last change, in nanoseconds.
  public let nanoseconds: Int

  /// Creates the identity of a content.
  public init(device: Int, number: Int, byteCount: Int, seconds: Int, nanoseconds: Int) {
    self.device = device
    self.number = number
    self.byteCount = byteCount
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }
}
