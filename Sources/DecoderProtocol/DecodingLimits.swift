/// Limits of the size, the memory use and the duration of decoding. The sizes in the header of a file are
/// checked before memory is allocated.
public struct DecodingLimits: Hashable, Sendable {
  /// The largest number of pixels of an image.
  ///
  /// The default is 512 megapixels, enough for sensors of 200 megapixels and for stitched panoramas. For
  /// example, an image of 50,000 × 50,000 pixels is refused, because decoding it would keep a processor core
  /// busy for seconds.
  public var pixels = 512_000_000
  /// The largest amount of memory for decoding one image, in bytes. The file itself does not count.
  ///
  /// The default is 1 GiB. A progressive JPEG needs 2–8 bytes for each of its pixels. A baseline JPEG needs
  /// little more than the pixels of the reduced result.
  public var workingBytes = 1 << 30
  /// The largest file, in bytes. The default is 512 MiB.
  public var fileBytes = 1 << 29
  /// The longest duration of decoding, in seconds. The default is 20 s.
  public var seconds = 20.0
  /// The largest value of scans × pixels of a progressive JPEG. Scans beyond the limit are not read, and the
  /// image is shown less sharply.
  ///
  /// The default is 3 billion, about 20 s of work. Encoders write about 10 scans. The first 16 scans are
  /// always read.
  public var scanPixels = 3_000_000_000

  /// Creates the default limits, which suit files from untrusted sources.
  public init() {}

  /// Checks the size of an image.
  ///
  /// - Throws: ``DecodeFailure/tooManyPixels(width:height:limit:)``.
  package func checkPixels(_ width: Int, _ height: Int) throws(DecodeFailure) {
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    if overflow || count > pixels { throw .tooManyPixels(width: width, height: height, limit: pixels) }
  }

  /// Checks the working memory of an image; `needed` is in bytes.
  ///
  /// - Throws: ``DecodeFailure/tooMuchMemory(width:height:needed:limit:)``.
  package func checkMemory(_ needed: Int, _ width: Int, _ height: Int) throws(DecodeFailure) {
    if needed > workingBytes {
      throw .tooMuchMemory(width: width, height: height, needed: needed, limit: workingBytes)
    }
  }
}
