package import DecoderClient
package import DecoderProtocol
package import Drawing
internal import Geometry
internal import Glibc
internal import Threads

/// Decodes photos in sandboxed helper processes, uses the thumbnails on disk as previews, and writes missing thumbnails.
///
/// The content decides about the format, not the file name: a PNG named `.jpg` is decoded as a PNG. The EXIF
/// orientation and the color profile are applied. If a file is truncated, the missing part of the image is
/// gray and the image has a defect.
///
/// A thumbnail is made from an image that was decoded for display. A thread of low priority writes it, so
/// that it delays no picture.
package final class PhotoDecoder: PhotoDecoding {
  /// The result of ``makeThumbnail(of:size:cancellation:)``.
  package enum Outcome: Hashable, Sendable {
    /// The thumbnail was written.
    case made
    /// There is an up-to-date thumbnail, or the photo is so small that it needs none.
    case unneeded
    /// This program already failed to decode the same content.
    case failedBefore
  }

  /// The helpers for photos on fixed disks, and for thumbnails.
  private let pool: DecoderPool
  /// The helpers for photos on removable media. A file that takes one of them over cannot change the user's own photos.
  private let removablePool: DecoderPool
  private let media: MediaTable
  /// The thumbnails on disk; `nil` to read and write none.
  private let store: ThumbnailStore?
  private let policy: ThumbnailPolicy
  private let calls: FileCalls
  /// The nice increment of the thread lets it run when no picture is decoded or painted.
  private let writer = WorkerThreads(count: 1, niceIncrement: 15, maxWaitingCount: 4)

  /// Creates a decoder. One helper starts in the background right away.
  ///
  /// - Parameters:
  ///   - options: The settings of the helpers.
  ///   - store: The thumbnails on disk; `nil` to read and write none.
  ///   - policy: The photos whose thumbnails are written.
  ///   - media: The media of the photos and of the thumbnails.
  package init(
    _ options: DecoderPool.Options = DecoderPool.Options(), store: ThumbnailStore? = nil,
    policy: ThumbnailPolicy = .fixed, media: MediaTable = .system
  ) {
    pool = DecoderPool(options)
    removablePool = DecoderPool(options, sharingHelpersOf: pool)
    (self.store, self.policy, self.media, calls) = (store, policy, media, options.calls)
    pool.prepare()
  }

  private func pool(for photo: Photo) -> DecoderPool {
    media.medium(of: photo.pathBytes)?.isRemovable == true ? removablePool : pool
  }

  /// The identifiers of the idle helpers for fixed disks and for removable media, for tests.
  package var idleHelpers: (fixed: [Int32], removable: [Int32]) {
    (pool.idleHelpers, removablePool.idleHelpers)
  }

  private func writesThumbnail(of photo: Photo, to store: ThumbnailStore) -> Bool {
    policy.permits(media.medium(of: photo.pathBytes), in: media.medium(of: Array(store.folder.utf8)))
  }

  /// Reads the modification time and the size of a photo's file; `nil` if the file is not a regular file, or cannot be read.
  private func original(
    of photo: Photo, _ cancellation: Cancellation
  ) throws(PhotoError) -> ThumbnailStore.Original? {
    let path = photo.pathBytes
    return try calls.perform(on: calls.stallingPath(path), cancellation) {
      ThumbnailStore.Original(path: path)
    }
  }

  /// Decodes a part of a photo, for example a frame of an animation.
  package func decode(
    _ photo: Photo, _ request: DecodeRequest, _ cancellation: Cancellation
  ) throws(PhotoError) -> DecodedImage {
    try cancellation.check()
    let file = try ImageFile(photo.pathBytes, by: calls, cancellation: cancellation)
    return try pool(for: photo).decode(file, request, cancellation)
  }

  // MARK: Previews

  /// Returns the thumbnail on disk, or else the embedded one, upright; `nil` if there is neither.
  ///
  /// Of the thumbnails on disk, the smallest is used that suffices for the box, or else the largest.
  package func preview(
    of photo: Photo, for size: TargetSize, cancellation: Cancellation
  ) throws(PhotoError) -> Image? {
    try cancellation.check()
    let least = ThumbnailSize.preview(inBoxOf: max(size.width, size.height))
    if let store, let original = try original(of: photo, cancellation),
      let thumbnail = ImageFile(
        in: Array(store.folder.utf8), by: calls, cancellation: cancellation,
        opening: { store.open(original, atLeast: least) })
    {
      // If the thumbnail cannot be decoded, the embedded one is used. A file that is larger than any thumbnail is scaled down.
      let side = ThumbnailSize.extraExtraLarge.side
      let request = DecodeRequest(size: TargetSize(width: side, height: side))
      if let image = try? pool.decode(thumbnail, request, cancellation).image { return image }
    }
    return try embeddedPreview(of: photo, cancellation)
  }

  private func embeddedPreview(
    of photo: Photo, _ cancellation: Cancellation
  ) throws(PhotoError) -> Image? {
    try decode(photo, DecodeRequest(.preview), cancellation).image
  }

  // MARK: Images

  /// Returns the image downscaled to `size`, upright. The thumbnail that suffices for the box is written later, unless the image
  /// is too small for it.
  package func decode(
    _ photo: Photo, at size: TargetSize, cancellation: Cancellation, deferring large: LargeDecode?
  ) throws(PhotoError) -> DecodedPhoto? {
    // The time is read before the pixels. If the file is replaced in between, the thumbnail counts as
    // outdated and does not show wrong content.
    let original = store == nil ? nil : try original(of: photo, cancellation)
    let decoded = try decode(photo, size, cancellation, large)
    let small = ThumbnailSize.preview(inBoxOf: max(size.width, size.height))
    if let store, let original, let decoded, decoded.defect == nil, decoded.image.longestSide > small.side,
      writesThumbnail(of: photo, to: store)
    {
      // If several images wait already, this one gets no thumbnail, to save memory.
      writer.run {
        guard !store.has(original, size: small) else { return }
        try? store.write(decoded.image, of: original, size: small)
      }
    }
    return decoded
  }

  private func decode(
    _ photo: Photo, _ size: TargetSize, _ cancellation: Cancellation, _ large: LargeDecode?
  ) throws(PhotoError) -> DecodedPhoto? {
    try cancellation.check()
    let file = try ImageFile(photo.pathBytes, by: calls, cancellation: cancellation)
    let (pool, request) = (pool(for: photo), DecodeRequest(size: size))
    guard let decoded = try pool.decode(file, request, cancellation, deferring: large) else { return nil }
    let (image, result) = (try decoded.pixels(of: file.path), decoded.result)
    return DecodedPhoto(
      image: image, defect: result.defect.map { PhotoError(file.path, .incomplete(detail: $0)) },
      isWhole: image.width == result.header.width && image.height == result.header.height,
      wholeSize: Size(width: Double(result.header.width), height: Double(result.header.height)),
      animation: ImageAnimationInfo(result))
  }

  // MARK: Thumbnails

  /// Writes the thumbnail of a photo now, unless it exists. Blocks until the thumbnail is written.
  ///
  /// - Parameters:
  ///   - photo: The photo.
  ///   - size: The size of the thumbnail. GNOME and KDE show the default, too.
  ///   - cancellation: Ends the decoding early.
  /// - Throws: The reason why the photo cannot be decoded, or why the thumbnail cannot be written. If the content of the
  ///   file is the reason, the failure is recorded on disk.
  package func makeThumbnail(
    of photo: Photo, size: ThumbnailSize = .large, cancellation: Cancellation
  ) throws -> Outcome {
    guard let store, let original = try original(of: photo, cancellation),
      !store.has(original, size: size)
    else { return .unneeded }
    if store.hasFailed(original) { return .failedBefore }
    do throws(PhotoError) {
      let side = size.side
      var image = try embeddedPreview(of: photo, cancellation)
      if image.map({ $0.longestSide < side }) ?? true {
        let decoded = try decode(photo, TargetSize(width: side, height: side), cancellation, nil)
        if decoded?.isWhole ?? true { return .unneeded }
        image = decoded?.image
      }
      guard let image else { return .unneeded }
      do {
        try store.write(image, of: original, size: size)
      } catch {
        throw PhotoError(error.path, .system(operation: "written", code: error.code == 0 ? EIO : error.code))
      }
      return .made
    } catch {
      guard error.isOfContent else { throw error }
      // If the failure cannot be recorded, for example on a full disk, the next call tries to decode the
      // photo again.
      try? store.writeFailure(of: original)
      throw error
    }
  }
}

extension Image {
  fileprivate var longestSide: Int { max(width, height) }
}
