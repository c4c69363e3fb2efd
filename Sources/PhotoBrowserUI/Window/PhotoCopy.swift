internal import DecoderClient
internal import DecoderProtocol
internal import Glibc
internal import Photos

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
    path =
      photo.withCPath { path -> [UInt8]? in
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return UnsafeBufferPointer(start: resolved, count: strlen(resolved)).map { UInt8(bitPattern: $0) }
      } ?? photo.pathBytes
    let header = try? decoder.decode(photo, DecodeRequest(.header), Cancellation()).result.header
    fileType = header.flatMap { Self.types[$0.format] }
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
    return try Self.read(photo, atMost: DecodingLimits().fileBytes)
  }

  /// Returns the content of a file.
  ///
  /// - Throws: `PhotoError` if it has more bytes than `limit`, or cannot be read.
  private static func read(_ photo: Photo, atMost limit: Int) throws(PhotoError) -> [UInt8] {
    func failure(_ code: Int32 = errno) -> PhotoError {
      PhotoError(photo.path, .system(operation: "read", code: code))
    }
    let file = photo.withCPath { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    guard file >= 0 else { throw failure() }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw failure() }
    let count = Int(status.st_size)
    guard count <= limit else {
      throw PhotoError(photo.path, .content(.fileTooLong(bytes: count, limit: limit)))
    }
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
      while filled < count {
        let part = pread(file, bytes.baseAddress.map { $0 + filled }, count - filled, filled)
        if part < 0, errno == EINTR { continue }
        if part < 0 { code = errno }
        if part <= 0 { return }
        filled += part
      }
    }
    guard code == 0 else { throw failure(code) }
    return bytes
  }

  /// The MIME types by the names of the formats in `ImageHeader`.
  private static let types = [
    "JPEG": "image/jpeg", "PNG": png, "WebP": "image/webp", "GIF": "image/gif", "AVIF": "image/avif",
    "HEIC": "image/heic", "JPEG XL": "image/jxl", "TIFF": "image/tiff", "BMP": "image/bmp",
    "PNM": "image/x-portable-anymap", "QOI": "image/qoi", "ICO": "image/vnd.microsoft.icon",
    "SVG": "image/svg+xml",
  ]
}
