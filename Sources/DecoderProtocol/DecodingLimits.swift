/// Limits on the size, the memory use and the time of decoding. Sizes are checked against the header of a file, before
/// anything is allocated.
public struct DecodingLimits: Hashable, Sendable {
  /// The largest number of pixels of an image.
  ///
  /// The default is 512 megapixels, enough for a sensor of 200 megapixels and for stitched panoramas. An image of
  /// 50,000 × 50,000 pixels is refused at once; decoding it would keep a core busy for seconds.
  public var pixels = 512_000_000
  /// The largest amount of memory for decoding one image, in bytes, without the file itself.
  ///
  /// The default is 1 GiB. A progressive JPEG needs 2–8 bytes for each of its pixels, a baseline JPEG little more than
  /// its reduced size.
  public var workingBytes = 1 << 30
  /// The largest file, in bytes. The default is 512 MiB.
  public var fileBytes = 1 << 29
  /// The longest time of decoding, in seconds. The default is 20 s.
  public var seconds = 20.0
  /// The largest number of scans of a progressive JPEG times its pixels. The scans beyond it are not read, and the
  /// image is shown as far as the earlier ones.
  ///
  /// The default is 3 billion, about 20 s of work. Encoders write about 10 scans; 16 scans are read in any case.
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
