package import DecoderClient
package import DecoderProtocol
package import Drawing

/// Decodes files in sandboxed helper processes.
///
/// The content decides about the format, not the file name: a PNG named `.jpg` is decoded as a PNG. The EXIF
/// orientation and the color profile are applied. If a file is truncated, the missing part of the image is
/// gray and ``DecodedPhoto/defect`` is set.
package final class HelperDecoder: PhotoDecoding {
  /// The helpers for photos on fixed disks.
  private let pool: DecoderPool
  /// The helpers for photos on removable media. A file that takes one of them over cannot change the user's own photos.
  private let removablePool: DecoderPool
  private let media: MediaTable

  /// Creates a decoder with pools of helpers. One helper starts in the background right away.
  package init(_ options: DecoderPool.Options = DecoderPool.Options(), media: MediaTable = .system) {
    pool = DecoderPool(options)
    removablePool = DecoderPool(options, takingTurnsWith: pool)
    self.media = media
    pool.prepare()
  }

  private func pool(for photo: Photo) -> DecoderPool {
    media.medium(of: photo.pathBytes)?.isRemovable == true ? removablePool : pool
  }

  /// The identifiers of the idle helpers for fixed disks and for removable media, for tests.
  package var idleHelpers: (fixed: [Int32], removable: [Int32]) {
    (pool.idleHelpers, removablePool.idleHelpers)
  }

  /// Returns the embedded preview, upright, or `nil` for a file without one.
  package func preview(of photo: Photo, cancellation: Cancellation) throws(PhotoError) -> Image? {
    try decode(photo, DecodeRequest(.preview), cancellation).image
  }

  package func preview(
    of photo: Photo, for size: TargetSize, cancellation: Cancellation
  ) throws(PhotoError) -> Image? {
    try preview(of: photo, cancellation: cancellation)
  }

  /// Returns the image downscaled to `size`, upright.
  package func decode(
    _ photo: Photo, at size: TargetSize, cancellation: Cancellation
  ) throws(PhotoError) -> DecodedPhoto {
    try Self.result(try decode(photo, DecodeRequest(size: size), cancellation), photo)
  }

  private static func result(_ decoded: DecodedImage, _ photo: Photo) throws(PhotoError) -> DecodedPhoto {
    let image = try decoded.pixels(of: photo.path)
    return DecodedPhoto(
      image: image, defect: decoded.result.defect.map { PhotoError(photo.path, .incomplete(detail: $0)) },
      isWhole: image.width == decoded.result.header.width && image.height == decoded.result.header.height,
      animation: ImageAnimationInfo(decoded.result))
  }

  /// Decodes an open thumbnail; `nil` if decoding fails. A file that is larger than any thumbnail is scaled down.
  func thumbnail(in descriptor: Int32, cancellation: Cancellation) -> Image? {
    let side = ThumbnailSize.extraExtraLarge.side
    let request = DecodeRequest(size: TargetSize(width: side, height: side))
    return try? pool.decode(descriptor, request, cancellation: cancellation).image
  }

  /// Decodes a part of a photo, for example a region to zoom into.
  package func decode(
    _ photo: Photo, _ request: DecodeRequest, _ cancellation: Cancellation
  ) throws(PhotoError) -> DecodedImage {
    try cancellation.check()
    return try pool(for: photo).decode(
      try ImageFile(photo.pathBytes, cancellation: cancellation), request, cancellation)
  }

  package func decode(
    _ photo: Photo, at size: TargetSize, cancellation: Cancellation, deferring large: LargeDecode?
  ) throws(PhotoError) -> DecodedPhoto? {
    guard let large else { return try decode(photo, at: size, cancellation: cancellation) }
    try cancellation.check()
    let file = try ImageFile(photo.pathBytes, cancellation: cancellation)
    let decoded = try pool(for: photo).decodeUnlessDeferred(
      file, DecodeRequest(size: size), cancellation: cancellation, onBegin: large.onBegin, onEnd: large.onEnd)
    guard let decoded else { return nil }
    return try Self.result(decoded, photo)
  }
}
