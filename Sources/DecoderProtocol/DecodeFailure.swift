/// The reason why the content of a file cannot be decoded. It does not contain the name of the file.
public enum DecodeFailure: Error, Hashable, Sendable {
  /// The content is not in a known image format.
  case notAnImage
  /// The content is an image in a format that cannot be decoded; `format` is its name.
  case unsupported(format: String)
  /// The image is so damaged that no part of it can be shown; `detail` is the decoder's message.
  case damaged(detail: String)
  /// The image has more pixels than ``DecodingLimits/pixels`` allows.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// Decoding would take more memory than ``DecodingLimits/workingBytes`` allows; `needed` and `limit` are in bytes.
  case tooMuchMemory(width: Int, height: Int, needed: Int, limit: Int)
  /// The file is larger than ``DecodingLimits/fileBytes`` allows.
  case fileTooLong(bytes: Int, limit: Int)
  /// Decoding took longer than ``DecodingLimits/seconds`` allows.
  case tookTooLong(seconds: Double)
  /// The system refused memory that the limits allow.
  case outOfMemory
  /// The file could not be read; `code` is the `errno`.
  case unreadable(code: Int32)
  /// The image has only `count` frames, and a frame at or beyond this index was requested.
  case noSuchFrame(index: Int, count: Int)
  /// The requested region is empty or lies outside the image.
  case noSuchRegion
  /// The request was canceled.
  case canceled
}
