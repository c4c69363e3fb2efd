internal import CarouselUI
internal import DecoderClient
internal import DecoderProtocol
internal import Photos

/// The loads of the thumbnails that a page shows, by their photos.
///
/// Thumbnails have a loader of their own. A loader decodes a photo once for the largest requested size and caches one image of it, so
/// that a thumbnail would replace the image of the whole window, or be decoded as large as that.
///
/// A thumbnail that has left the page is not decoded anymore: its load ends at once. Of the others, the nearest to the middle of
/// the page is decoded first. A small picture that exists already, such as the thumbnail on disk, is shown first; if it is sharp
/// enough, the load ends with it.
@MainActor
final class ThumbnailLoads {
  private struct Load {
    let number: Int
    let request: PhotoLoader.Request
    let photo: Photo
    let target: TargetSize
    weak var view: ThumbnailView?
  }

  private let loader: PhotoLoader
  private let reason: LoadPriority.Reason
  private let delivery: MainDelivery
  private var loads: [PhotoID: Load] = [:]
  private var loadCount = 0

  /// The size of the thumbnails, in pixels.
  private(set) var target = TargetSize(width: 1, height: 1, shape: .filling)
  /// Called after the picture of a photo, or the reason why it cannot be shown, has arrived.
  var onEnd: ((Photo, PhotoError?) -> Void)?

  /// - Parameter reason: The urgency among the loads of all pages.
  init(_ loader: PhotoLoader, _ reason: LoadPriority.Reason, delivery: MainDelivery) {
    (self.loader, self.reason, self.delivery) = (loader, reason, delivery)
  }

  /// The number of thumbnails that are being loaded.
  var count: Int { loads.count }

  /// Sets the size of the thumbnails, in pixels. Returns whether it has changed, so that they must be loaded again.
  func setSize(_ size: Size) -> Bool {
    let new = TargetSize(covering: size)
    defer { target = new }
    return new != target
  }

  /// Shows a photo in a view: a cached thumbnail at once, another one as soon as it is loaded.
  ///
  /// - Parameter distance: The distance from the middle of the page, in photos.
  func show(_ photo: LibraryPhoto, in view: ThumbnailView, distance: Int = 0) {
    if view.show(photo) {
      if view.isLoaded(at: target) { return }
      if let load = loads[photo.id], load.view === view, load.target == target, load.photo == photo.photo {
        return
      }
    }
    cancel(photo.id)
    if let cached = loader.cached(photo.photo, at: target) {
      return view.set(cached.image.cropped(to: target), for: target)
    }
    loadCount += 1
    let number = loadCount
    let request = loader.load(
      photo.photo, at: target, priority: LoadPriority(reason, distance: distance),
      hasPicture: view.hasPicture,
      acceptsPreview: true
    ) { [weak self, delivery, target] stage in
      // A large preview, or a panorama, is made smaller on the thread that has decoded it.
      let stage = stage.cropped(to: target)
      delivery.run { self?.receive(stage, of: photo, number, target) }
    }
    loads[photo.id] = Load(number: number, request: request, photo: photo.photo, target: target, view: view)
  }

  /// Evicts the thumbnails of files that have changed.
  func invalidate(_ photos: [Photo]) { for photo in photos { loader.invalidate(photo) } }

  /// Changes the urgency of the loads.
  ///
  /// - Parameter distance: Returns the distance of a photo from the middle of the page, in photos.
  func setDistances(_ distance: (PhotoID) -> Int) {
    guard !loads.isEmpty else { return }
    loader.setPriorities(loads.map { ($0.value.request, LoadPriority(reason, distance: distance($0.key))) })
  }

  /// Ends the load for a view, which has left the page or is going to show another photo. A load of the same photo for another view
  /// goes on.
  func cancel(for view: ThumbnailView) {
    if let id = view.id, loads[id]?.view === view { loads[id] = nil }
  }

  private func cancel(_ id: PhotoID) { loads[id] = nil }

  /// Ends the loads of all photos but these.
  func keep(_ ids: Set<PhotoID>) { for id in Array(loads.keys) where !ids.contains(id) { cancel(id) } }

  /// Ends all loads.
  func cancelAll() { loads = [:] }

  private func receive(
    _ stage: PhotoLoader.Stage, of photo: LibraryPhoto, _ number: Int, _ target: TargetSize
  ) {
    // A stage may arrive after its load has ended.
    guard let load = loads[photo.id], load.number == number else { return }
    guard let view = load.view, view.id == photo.id else { return cancel(photo.id) }
    switch stage {
    case .preview(let image): view.set(image, for: nil)
    case .full(let image):
      view.set(image, for: target)
      end(photo, nil)
    case .incomplete(let image, let error):
      view.set(image, for: target)
      end(photo, error)
    case .failed(let error):
      view.fail(error.brief, for: target)
      end(photo, error)
    }
  }

  private func end(_ photo: LibraryPhoto, _ error: PhotoError?) {
    cancel(photo.id)
    onEnd?(photo.photo, error)
  }
}

extension LoadStage {
  /// Returns the stage with an image of at most about twice the pixels of a box.
  fileprivate func cropped(to target: TargetSize) -> LoadStage {
    switch self {
    case .preview(let image): .preview(image.cropped(to: target))
    case .full(let image): .full(image.cropped(to: target))
    case .incomplete(let image, let failure): .incomplete(image.cropped(to: target), failure)
    case .failed: self
    }
  }
}

extension Image {
  /// Returns the part in the middle of the image that is seen in a box that the image covers, at the size of the box, if the image
  /// has more than twice the pixels of the box; otherwise the image itself.
  fileprivate func cropped(to target: TargetSize) -> Image {
    guard width * height > 2 * target.width * target.height else { return self }
    let box = Size(width: Double(target.width), height: Double(target.height))
    let scale = min(max(box.width / Double(width), box.height / Double(height)), 1)
    let scaled = Size(width: Double(width) * scale, height: Double(height) * scale)
    let (across, down) = (min(scaled.width, box.width).rounded(), min(scaled.height, box.height).rounded())
    let frame = Rect(
      x: (across - scaled.width) / 2, y: (down - scaled.height) / 2, width: scaled.width,
      height: scaled.height)
    let part = try? Image.drawn(width: max(Int(across), 1), height: max(Int(down), 1)) {
      $0.draw(self, in: frame)
    }
    return part ?? self
  }
}
