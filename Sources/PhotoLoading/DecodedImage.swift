public import DecoderProtocol
public import Drawing

/// The answer of a helper.
public struct DecodedImage: Sendable {
  /// The header, and what else the helper states.
  public let result: DecodeResult
  /// The pixels, in the memory that the helper wrote, mapped for reading; `nil` if the header was requested, or a
  /// preview that the file does not have.
  public let image: Image?
}
