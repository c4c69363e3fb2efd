/// Limits on the size and the memory use of an image. They are checked against the size in the file's header, before
/// anything is allocated.
public struct DecodingLimits: Hashable, Sendable {
  /// The largest number of pixels of an image.
  ///
  /// The default is 512 megapixels, enough for a sensor of 200 megapixels and for stitched panoramas. An image of
  /// 50,000 × 50,000 pixels is refused at once; decoding it would keep a core busy for seconds.
  public var pixels = 512_000_000
  /// The largest amount of memory for decoding one image, in bytes, without the final copy into upright orientation.
  ///
  /// The default is 1 GiB. A progressive JPEG needs 2–8 bytes for each of its pixels, a baseline JPEG little more than
  /// its reduced size.
  public var workingBytes = 1 << 30
  /// The largest JPEG file that is read, in bytes. The default is 512 MiB. PNG files are read row by row and have no
  /// such limit.
  public var fileBytes = 1 << 29

  /// Creates the default limits, which suit files from untrusted sources.
  public init() {}

  /// Checks the size of an image.
  ///
  /// - Throws: ``PhotoError/tooManyPixels(path:width:height:limit:)``.
  func checkPixels(_ width: Int, _ height: Int, path: String) throws(PhotoError) {
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    if overflow || count > pixels {
      throw .tooManyPixels(path: path, width: width, height: height, limit: pixels)
    }
  }

  /// Checks the working memory of an image; `needed` is in bytes.
  ///
  /// - Throws: ``PhotoError/tooMuchMemory(path:width:height:needed:limit:)``.
  func checkMemory(_ needed: Int, _ width: Int, _ height: Int, path: String) throws(PhotoError) {
    if needed > workingBytes {
      throw .tooMuchMemory(path: path, width: width, height: height, needed: needed, limit: workingBytes)
    }
  }
}
