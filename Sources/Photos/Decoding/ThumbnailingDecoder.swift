package import DecoderClient
package import DecoderProtocol
package import Drawing
internal import Glibc
internal import Threads

/// A decoder that uses the thumbnails on disk as previews, and writes missing thumbnails.
///
/// A thumbnail is made from an image that was decoded for display. A thread of low priority writes it, so
/// that it delays no picture.
package final class ThumbnailingDecoder: PhotoDecoding {
  /// The result of ``makeThumbnail(of:cancellation:)``.
  package enum Outcome: Hashable, Sendable {
    /// The thumbnail was written.
    case made
    /// There is an up-to-date thumbnail, or the photo is so small that it needs none.
    case unneeded
    /// This program already failed to decode the same content.
    case failedBefore
  }

  /// The size of the thumbnails that are made ahead, and of previews without a box. GNOME and KDE show it, too.
  package static let size = ThumbnailSize.large

  /// Decodes photos and thumbnails without writing thumbnails.
  package let decoder: HelperDecoder
  private let store: ThumbnailStore
  private let policy: ThumbnailPolicy
  private let media: MediaTable
  private let pending = Monitor(Pending())

  /// A thumbnail to write.
  private struct Job {
    let image: Image
    let original: ThumbnailStore.Original
    let size: ThumbnailSize
  }

  private struct Pending {
    var images: [Job] = []
    var hasThread = false
  }

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - decoder: Decodes photos and thumbnails.
  ///   - store: The thumbnails on disk.
  ///   - policy: The photos whose thumbnails are written.
  ///   - media: The media of the photos and of the thumbnails.
  package init(
    _ decoder: HelperDecoder, store: ThumbnailStore, policy: ThumbnailPolicy = .fixed,
    media: MediaTable = .system
  ) {
    self.decoder = decoder
    self.store = store
    (self.policy, self.media) = (policy, media)
  }

  private func writesThumbnail(of photo: Photo) -> Bool {
    policy.permits(
      media.medium(of: photo.pathBytes), in: media.medium(of: Array(store.folder.utf8)))
  }

  /// Returns the thumbnail on disk, or else the embedded one, upright; `nil` if there is neither.
  package func preview(of photo: Photo, cancellation: Cancellation) throws(PhotoError) -> Image? {
    try preview(of: photo, atLeast: Self.size, cancellation)
  }

  /// Returns the thumbnail on disk, or else the embedded one, upright; `nil` if there is neither.
  ///
  /// Of the thumbnails on disk, the smallest is used that suffices for the box, or else the largest.
  package func preview(
    of photo: Photo, for size: TargetSize, cancellation: Cancellation
  ) throws(PhotoError) -> Image? {
    try preview(of: photo, atLeast: .preview(inBoxOf: max(size.width, size.height)), cancellation)
  }

  private func preview(
    of photo: Photo, atLeast size: ThumbnailSize, _ cancellation: Cancellation
  ) throws(PhotoError) -> Image? {
    try cancellation.check()
    if let original = ThumbnailStore.Original(photo, cancellation),
      let found = store.open(original, atLeast: size)
    {
      defer { close(found.descriptor) }
      // If the thumbnail cannot be decoded, the embedded one is used.
      if let image = decoder.thumbnail(in: found.descriptor, cancellation: cancellation) { return image }
    }
    return try decoder.preview(of: photo, cancellation: cancellation)
  }

  /// Returns the image downscaled to `size`, upright. The thumbnail that suffices for the box is written later, unless the image
  /// is too small for it.
  package func decode(
    _ photo: Photo, at size: TargetSize, cancellation: Cancellation, deferring large: LargeDecode? = nil
  ) throws(PhotoError) -> DecodedPhoto? {
    // The time is read before the pixels. If the file is replaced in between, the thumbnail counts as
    // outdated and does not show wrong content.
    let original = ThumbnailStore.Original(photo, cancellation)
    let decoded = try decoder.decode(photo, at: size, cancellation: cancellation, deferring: large)
    let small = ThumbnailSize.preview(inBoxOf: max(size.width, size.height))
    if let original, let decoded, decoded.defect == nil, Self.isLarger(decoded.image, than: small),
      writesThumbnail(of: photo)
    {
      enqueue(Job(image: decoded.image, original: original, size: small))
    }
    return decoded
  }

  /// Writes the thumbnail of a photo now, unless it exists. Blocks until the thumbnail is written.
  ///
  /// - Parameters:
  ///   - photo: The photo.
  ///   - size: The size of the thumbnail.
  ///   - cancellation: Ends the decoding early.
  /// - Throws: The reason why the photo cannot be decoded, or why the thumbnail cannot be written. If the content of the
  ///   file is the reason, the failure is recorded on disk.
  package func makeThumbnail(
    of photo: Photo, size: ThumbnailSize = ThumbnailingDecoder.size, cancellation: Cancellation
  ) throws -> Outcome {
    guard let original = ThumbnailStore.Original(photo, cancellation), !store.has(original, size: size) else {
      return .unneeded
    }
    if store.hasFailed(original) { return .failedBefore }
    do throws(PhotoError) {
      let side = size.side
      var image = try decoder.preview(of: photo, cancellation: cancellation)
      if image.map({ max($0.width, $0.height) < side }) ?? true {
        let decoded = try decoder.decode(
          photo, at: TargetSize(width: side, height: side), cancellation: cancellation)
        image = decoded.image
        if decoded.isWhole { return .unneeded }
      }
      guard let image else { return .unneeded }
      try write(image, original, size)
      return .made
    } catch {
      guard error.isOfContent else { throw error }
      // If the failure cannot be recorded, for example on a full disk, the next call tries to decode the
      // photo again.
      try? store.writeFailure(of: original)
      throw error
    }
  }

  private func write(
    _ image: Image, _ original: ThumbnailStore.Original, _ size: ThumbnailSize
  ) throws(PhotoError) {
    do {
      try store.write(image, of: original, size: size)
    } catch {
      throw PhotoError(error.path, .system(operation: "written", code: error.code == 0 ? EIO : error.code))
    }
  }

  /// Whether the image is larger than a thumbnail.
  private static func isLarger(_ image: Image, than size: ThumbnailSize) -> Bool {
    max(image.width, image.height) > size.side
  }

  /// The largest number of images that wait for their thumbnails. Further images get no thumbnail, to save
  /// memory.
  private static let longestQueue = 4
  /// Added to the nice value of the thread, so that it runs when no picture is decoded or painted.
  private static let niceIncrement: Int32 = 15

  private func enqueue(_ job: Job) {
    let needsThread = pending.withLock { pending in
      guard pending.images.count < Self.longestQueue else { return false }
      pending.images.append(job)
      defer { pending.hasThread = true }
      return !pending.hasThread
    }
    guard needsThread else { return }
    let isStarted = SystemThread.startDetached(niceIncrement: Self.niceIncrement) { [self] in
      while let job = next() {
        guard !store.has(job.original, size: job.size) else { continue }
        try? store.write(job.image, of: job.original, size: job.size)
      }
    }
    if !isStarted { pending.withLock { $0 = Pending() } }
  }

  /// Returns the next image; `nil` ends the thread.
  private func next() -> Job? {
    pending.withLock { pending in
      if pending.images.isEmpty {
        pending.hasThread = false
        return nil
      }
      return pending.images.removeFirst()
    }
  }
}

extension ThumbnailStore.Original {
  /// Reads the modification time and the size of a photo's file. Fails if the file is not a regular file, cannot be read, or does
  /// not answer.
  fileprivate init?(_ photo: Photo, _ cancellation: Cancellation) {
    let path = photo.pathBytes
    let original = FileCalls.shared.perform(on: path, cancellation) { ThumbnailStore.Original(path: path) }
    guard let original = original ?? nil else { return nil }
    self = original
  }
}
