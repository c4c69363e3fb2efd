internal import DecoderClient
internal import DecoderProtocol
internal import Glibc
internal import Photos
internal import Threads

/// The content of a photo's file for other programs. Its methods block.
struct PhotoCopy: Sendable {
  /// The absolute path of the file without links.
  let path: [UInt8]
  /// The MIME type of the file; `nil` if the file cannot be decoded.
  private let fileType: String?
  private let decoder: PhotoDecoder

  /// The MIME type PNG, which every program can paste.
  private static let png = "image/png"
  /// The size of the box that a picture fits into if it is encoded for another program, in pixels. The largest picture
  /// takes 256 MiB.
  private static let largestSide = 8192

  /// Reads the header of a photo's file.
  init(_ photo: Photo, _ decoder: PhotoDecoder) {
    self.decoder = decoder
    path = Self.resolvedPath(of: photo)
    let header = try? decoder.decode(photo, DecodeRequest(.header), Cancellation()).result.header
    fileType = header.flatMap { Self.types[$0.format] }
  }

  /// Returns the absolute path of a photo's file without links.
  static func resolvedPath(of photo: Photo) -> [UInt8] {
    let resolved = FileCalls.shared.perform(on: photo.pathBytes) {
      photo.withCPath { path -> [UInt8]? in
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return UnsafeBufferPointer(start: resolved, count: strlen(resolved)).map { UInt8(bitPattern: $0) }
      }
    }
    return (resolved ?? nil) ?? photo.pathBytes
  }

  /// The MIME types of pictures that the photo is offered as, the type of the file first.
  var types: [String] {
    guard let fileType else { return [] }
    return fileType == Self.png ? [fileType] : [fileType, Self.png]
  }

  /// Returns the photo in one of ``types``: the bytes of the file, or the upright picture encoded as PNG. A picture of
  /// more than 8192 pixels across or down is scaled down to fit.
  func bytes(of type: String) throws -> [UInt8] {
    let photo = Photo(pathBytes: path)
    guard type == fileType else {
      let size = TargetSize(width: Self.largestSide, height: Self.largestSide)
      return try decoder.decode(photo, DecodeRequest(size: size), Cancellation()).pixels(of: photo.path)
        .pngBytes()
    }
    return try ImageFile(path).bytes(atMost: DecodingLimits().fileBytes)
  }

  /// The MIME types by the names of the formats in `ImageHeader`.
  private static let types = [
    "JPEG": "image/jpeg", "PNG": png, "WebP": "image/webp", "GIF": "image/gif", "AVIF": "image/avif",
    "HEIC": "image/heic", "JPEG XL": "image/jxl", "TIFF": "image/tiff", "BMP": "image/bmp",
    "PNM": "image/x-portable-anymap", "QOI": "image/qoi", "ICO": "image/vnd.microsoft.icon",
    "SVG": "image/svg+xml",
  ]
}
