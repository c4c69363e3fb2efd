public import DecoderProtocol
public import Drawing

/// The result that a helper process sent for a `DecodeRequest`.
public struct DecodedImage: Sendable {
  /// The header, and the other facts that the helper states about the file.
  public let result: DecodeResult
  /// The pixels, in the memory that the helper wrote, mapped read-only. `nil` if the request was for the
  /// header, or for a preview that the file does not have.
  public let image: Image?
}
