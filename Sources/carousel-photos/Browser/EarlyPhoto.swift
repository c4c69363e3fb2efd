import CarouselUI
import DecoderClient
import DecoderProtocol
import Dispatch
import Photos

/// A photo that is decoded before a view shows it. The full image stays in the cache of the loader.
final class EarlyPhoto {
  let photo: Photo
  private var preview: Image?
  private var request: PhotoLoader.Request?

  /// Requests the photo.
  init(_ photo: Photo, at size: TargetSize, by loader: PhotoLoader) {
    self.photo = photo
    request = loader.load(photo, at: size, priority: .current) { [weak self] stage in
      guard case .preview(let image) = stage else { return }
      DispatchQueue.main.async { self?.preview = image }
    }
  }

  /// Returns the preview if it was loaded, and if this is the photo.
  func preview(of photo: Photo) -> Image? { photo == self.photo ? preview : nil }
}
