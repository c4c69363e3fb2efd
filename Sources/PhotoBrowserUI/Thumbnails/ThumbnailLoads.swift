internal import CarouselUI
internal import DecoderClient
internal import DecoderProtocol
internal import Photos

/// The loads of the thumbnails that a page shows, by their photos.
///
/// A thumbnail that has left the page is not decoded anymore: its load ends at once. Of the others, the nearest to the middle of
/// the page is decoded first. A small picture that exists already, such as the thumbnail on disk, is shown first; if it is sharp
/// enough, the load ends with it.
@MainActor
final class ThumbnailLoads {
  private struct Load {
    let number: Int
    let request: ThumbnailRequest
    let target: TargetSize
    weak var view: ThumbnailView?
  }

  private let loader: PhotoLoader
  private let delivery: MainDelivery
  private var loads: [PhotoID: Load] = [:]
  private var loadCount = 0

  /// The size of the thumbnails, in pixels.
  private(set) var target = TargetSize(width: 1, height: 1, shape: .filling)
  /// Called after the picture of a photo, or the reason why it cannot be shown, has arrived.
  var onEnd: ((Photo, PhotoError?) -> Void)?

  init(_ loader: PhotoLoader, delivery: MainDelivery) { (self.loader, self.delivery) = (loader, delivery) }

  /// The number of thumbnails that are being loaded.
  var count: Int { loads.count }

  /// Sets the size of the thumbnails, in pixels. Returns whether it has changed, so that they must be loaded again.
  func setSize(_ size: Size) -> Bool {
    let new = TargetSize(covering: size)
    defer { target = new }
    return new != target
  }

  /// Shows a photo in a view: a cached thumbnail at once, another one as soon as it is loaded.
  func show(_ photo: LibraryPhoto, in view: ThumbnailView, priority: LoadPriority) {
    let isSame = view.show(photo)
    if isSame {
      if view.isLoaded(at: target) { return }
      if let load = loads[photo.id], load.view === view, load.target == target { return }
    }
    cancel(photo.id)
    if let cached = loader.cached(photo.photo, at: target) { return view.set(cached.image, for: target) }
    loadCount += 1
    let number = loadCount
    let request = ThumbnailRequest()
    loads[photo.id] = Load(number: number, request: request, target: target, view: view)
    request.send(
      loader.load(photo.photo, at: target, priority: priority, hasPicture: view.hasPicture) {
        [weak self, weak request, delivery, target] stage in
        // Without the end here, the loader would already decode the photo when the main actor receives a sharp preview.
        if case .preview(let image) = stage, target.isCovered(by: image) { request?.end() }
        delivery.run { self?.receive(stage, of: photo, number, target) }
      })
  }

  /// Changes the urgency of the loads.
  func setPriorities(_ priority: (PhotoID) -> LoadPriority) {
    guard !loads.isEmpty else { return }
    loader.setPriorities(
      loads.compactMap { id, load in load.request.request.map { ($0, priority(id)) } })
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
    case .preview(let image):
      let isSharp = target.isCovered(by: image)
      view.set(image, for: isSharp ? target : nil)
      guard isSharp else { return }
      end(photo, nil)
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

extension TargetSize {
  /// Whether an image covers the box without being enlarged.
  fileprivate func isCovered(by image: Image) -> Bool { image.width >= width && image.height >= height }
}
