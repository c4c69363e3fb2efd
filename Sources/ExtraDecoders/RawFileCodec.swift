internal import DecoderProtocol
internal import PhotoDecoders

/// Decodes a camera's raw file: its largest embedded JPEG file or, if that is missing or only a thumbnail, the data of its sensor.
/// If these cannot be decoded, the thumbnail is shown, with a defect if the header of the sensor could be read.
final class RawFileCodec: ImageCodec {
  private let codec: any ImageCodec
  /// The embedded thumbnail, if the pixels are those of the sensor.
  private let thumbnail: RawCodec?

  init(_ bytes: UnsafeRawBufferPointer, _ context: DecodingContext) throws(DecodeFailure) {
    var embedded: RawCodec?
    do throws(DecodeFailure) {
      embedded = try RawCodec(bytes, context, acceptsThumbnail: true)
    } catch {
      guard case .unsupported = error else { throw error }
    }
    if let embedded, !embedded.isThumbnail {
      (codec, thumbnail) = (embedded, nil)
      return
    }
    do throws(DecodeFailure) {
      (codec, thumbnail) = (try Self.sensor(bytes, context), embedded)
    } catch {
      guard let embedded else { throw error }
      (codec, thumbnail) = (embedded, nil)
    }
  }

  private static func sensor(
    _ bytes: UnsafeRawBufferPointer, _ context: DecodingContext
  ) throws(DecodeFailure) -> any ImageCodec {
    #if RAW
      return try RawSensorCodec(bytes, context)
    #else
      throw .unsupported(format: RawCodec.formatWithoutPreview)
    #endif
  }

  var header: ImageHeader { codec.header }
  var metadata: MetadataBlocks { thumbnail?.metadata ?? codec.metadata }

  func decode(_ request: DecodeRequest, allocate: PixelAllocator) throws(DecodeFailure) -> DecodedPixels {
    do throws(DecodeFailure) {
      return try codec.decode(request, allocate: allocate)
    } catch {
      // The thumbnail has no details.
      guard let thumbnail, request.region == nil else { throw error }
      switch error {
      case .damaged, .unsupported: break
      // No pool has as much memory. Below that, the pool tries again with more.
      case .tooMuchMemory(_, _, let needed, _) where needed > DecodingLimits().workingBytes: break
      default: throw error
      }
      var pixels = try thumbnail.decode(request, allocate: allocate)
      pixels.defect = "the data of its sensor cannot be decoded, so its thumbnail is shown"
      return pixels
    }
  }

  func decodePreview(allocate: PixelAllocator) throws(DecodeFailure) -> DecodedPixels? {
    let side = ImageDecoder.largestPreviewSide
    return try thumbnail?.decode(
      DecodeRequest(size: TargetSize(width: side, height: side)), allocate: allocate)
  }
}
