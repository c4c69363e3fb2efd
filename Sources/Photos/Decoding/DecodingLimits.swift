/// What a picture may cost; checked on the size that its header states, before anything is allocated.
public struct DecodingLimits: Hashable, Sendable {
  /// The most pixels a picture may have.
  ///
  /// 512 megapixels: five times the largest camera sensor and enough for stitched panoramas, while 50,000 ×
  /// 50,000 is refused at once instead of taking seconds of a core.
  public var pixels = 512_000_000
  /// The most memory that one decode may take beside its result, in bytes. A progressive JPEG needs 3–8
  /// bytes for each of its pixels, a baseline one hardly more than its reduced size.
  public var workingBytes = 1 << 30
  /// The longest file that is read, in bytes.
  public var fileBytes = 1 << 29

  /// The limits for pictures from anywhere.
  public init() {}

  /// - Throws: ``PhotoError/tooManyPixels(path:width:height:limit:)``.
  func checkPixels(_ width: Int, _ height: Int, path: String) throws(PhotoError) {
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    if overflow || count > pixels {
      throw .tooManyPixels(path: path, width: width, height: height, limit: pixels)
    }
  }

  /// - Throws: ``PhotoError/tooMuchMemory(path:width:height:needed:limit:)``.
  func checkMemory(_ needed: Int, _ width: Int, _ height: Int, path: String) throws(PhotoError) {
    if needed > workingBytes {
      throw .tooMuchMemory(path: path, width: width, height: height, needed: needed, limit: workingBytes)
    }
  }
}
