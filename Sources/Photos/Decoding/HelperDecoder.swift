package import DecoderClient
package import DecoderProtocol
package import Drawing

/// Decodes files in sandboxed helper processes, so that a hostile file can spoil only its own picture.
///
/// The content decides about the format, not the file name: a PNG named `.jpg` is decoded as a PNG. The EXIF
/// orientation and the color profile are applied. If a file is truncated, the missing part of the image is
/// gray and ``DecodedPhoto/defect`` is set.
package final class HelperDecoder: PhotoDecoding {
  private let pool: DecoderPool
  /// The memory of one decode, in bytes.
  private let memoryLimit: Int

  /// Creates a decoder with a pool of helpers. One helper starts in the background right away.
  package init(_ options: DecoderPool.Options = DecoderPool.Options()) {
    pool = DecoderPool(options)
    memoryLimit = options.limits.workingBytes
    pool.prepare()
  }

  /// Returns the embedded thumbnail, upright, or `nil` for a file without one.
  package func preview(of photo: Photo, cancellation: Cancellation) throws(PhotoError) -> Image? {
    try decode(photo, DecodeRequest(.preview), cancellation).image
  }

  /// Returns the image downscaled to `size`, upright.
  package func decode(
    _ photo: Photo, at size: TargetSize, cancellation: Cancellation
  ) throws(PhotoError) -> DecodedPhoto {
    try Self.result(try decode(photo, DecodeRequest(size: size), cancellation), photo)
  }

  private static func result(_ decoded: DecodedImage, _ photo: Photo) throws(PhotoError) -> DecodedPhoto {
    guard let image = decoded.image else {
      throw .damaged(path: photo.path, detail: "the decoder sent no pixels")
    }
    return DecodedPhoto(
      image: image, defect: decoded.result.defect.map { .incomplete(path: photo.path, detail: $0) },
      isWhole: image.width == decoded.result.header.width && image.height == decoded.result.header.height,
      animation: ImageAnimationInfo(decoded.result))
  }

  /// Decodes an open file at full size; `nil` if decoding fails.
  func image(in descriptor: Int32, cancellation: Cancellation) -> Image? {
    try? pool.decode(descriptor, DecodeRequest(), cancellation: cancellation).image
  }

  /// Decodes a part of a photo, for example a region to zoom into.
  package func decode(
    _ photo: Photo, _ request: DecodeRequest, _ cancellation: Cancellation
  ) throws(PhotoError) -> DecodedImage {
    try read(photo, cancellation) { file throws(LoadingFailure) in
      try pool.decode(file, request, cancellation: cancellation)
    }
  }

  /// Opens a photo's file, and decodes its descriptor.
  private func read<Value>(
    _ photo: Photo, _ cancellation: Cancellation, _ decode: (Int32) throws(LoadingFailure) -> Value
  ) throws(PhotoError) -> Value {
    try cancellation.check()
    let file = try ImageFile(photo)
    do throws(LoadingFailure) {
      return try decode(file.descriptor)
    } catch {
      throw PhotoError(error, path: file.path, memoryLimit: memoryLimit)
    }
  }
}

extension HelperDecoder: DeferringDecoding {
  package func decodeUnlessDeferred(
    _ photo: Photo, at size: TargetSize, cancellation: Cancellation, onBegin: () -> Void,
    onEnd: @escaping @Sendable () -> Void
  ) throws(PhotoError) -> DecodedPhoto? {
    let decoded = try read(photo, cancellation) { file throws(LoadingFailure) in
      try pool.decodeUnlessDeferred(
        file, DecodeRequest(size: size), cancellation: cancellation, onBegin: onBegin, onEnd: onEnd)
    }
    guard let decoded else { return nil }
    return try Self.result(decoded, photo)
  }
}

extension PhotoError {
  /// Converts the failure to decode the file at `path`; `memoryLimit` is ``DecodingLimits/workingBytes``.
  package init(_ failure: LoadingFailure, path: String, memoryLimit: Int) {
    switch failure {
    case .canceled: self = .canceled
    case .lackOfResources(let code): self = .system(path: path, operation: "decoded", code: code)
    case .helper(let failure): self = .decoder(path: path, failure)
    case .content(let failure): self.init(failure, path: path, memoryLimit: memoryLimit)
    }
  }

  private init(_ failure: DecodeFailure, path: String, memoryLimit: Int) {
    switch failure {
    case .notAnImage: self = .notAnImage(path: path)
    case .unsupported(let format): self = .unsupported(path: path, format: format)
    case .damaged(let detail): self = .damaged(path: path, detail: detail)
    case .tooManyPixels(let width, let height, let limit):
      self = .tooManyPixels(path: path, width: width, height: height, limit: limit)
    case .tooMuchMemory(let width, let height, let needed, let limit):
      self = .tooMuchMemory(path: path, width: width, height: height, needed: needed, limit: limit)
    case .fileTooLong(let bytes, let limit): self = .fileTooLong(path: path, bytes: bytes, limit: limit)
    case .tookTooLong(let seconds): self = .tookTooLong(path: path, seconds: seconds)
    case .outOfMemory: self = .outOfMemory(path: path, limit: memoryLimit)
    case .unreadable(let code): self = .from(errno: code, operation: "read", path: path)
    case .noSuchFrame(let index, let count):
      self = .damaged(
        path: path, detail: "it has \(count) frames, and a frame with the index \(index) was requested")
    case .noSuchRegion: self = .damaged(path: path, detail: "the requested part lies outside the image")
    case .canceled: self = .canceled
    }
  }
}
