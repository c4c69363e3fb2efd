internal import CarouselUI
import CommandLineText
package import DecoderClient
internal import DecoderProtocol
internal import PhotoBrowsing
package import Photos

/// The photos of a slideshow.
@MainActor
package final class PhotoSlides: SlideshowContent {
  /// Called with the reason why a photo cannot be shown, or only in part.
  package var onDefect: ((PhotoError, Photo) -> Void)?

  private let loader: PhotoLoader
  private let delivery: MainDelivery
  /// Determines the movements of the photos; `nil` for photos that rest.
  var motionSeed: UInt64?
  /// Returns the orientation with which a photo is shown, in addition to the one that its file states.
  var orientation: (PhotoID) -> ImageOrientation = { _ in .upright }
  private var photos: [PhotoID: Photo] = [:]

  static let background = Color(white: 0.04)

  /// Creates the slides of no photos.
  ///
  /// - Parameters:
  ///   - loader: Loads the photos.
  ///   - delivery: Runs closures on the main actor.
  ///   - motionSeed: Determines the movements of the photos; `nil` for photos that rest.
  package init(_ loader: PhotoLoader, delivery: MainDelivery = .mainQueue, motionSeed: UInt64? = nil) {
    (self.loader, self.delivery, self.motionSeed) = (loader, delivery, motionSeed)
  }

  /// Returns a slide of a picture of the photo that is cached in any size, to show it until its slide is made; `nil` without one.
  func interimSlide(of id: PhotoID, in box: PhotoBox) -> PhotoSlide? {
    guard let photo = photos[id] else { return nil }
    let orientation = orientation(id)
    let target = box.target.oriented(by: orientation)
    let image = loader.cached(photo, at: target)?.image ?? loader.preview(of: photo)
    return image.map {
      PhotoSlide(
        $0.oriented(by: orientation), name: DisplayText.printable(photo.name), on: box,
        background: Self.background, motion: nil)
    }
  }

  /// Replaces the photos.
  package func setPhotos(_ list: [LibraryPhoto]) {
    photos = Dictionary(list.map { ($0.id, $0.photo) }) { first, _ in first }
  }

  package func makeSlide(
    of id: PhotoID, for setting: SlideSetting,
    completion: @escaping @MainActor (Result<any SlideView, SlideFailure>) -> Void
  ) -> AnyObject? {
    guard let photo = photos[id] else {
      completion(.failure(SlideFailure("The photo is no longer in the list.")))
      return nil
    }
    let motion =
      setting.allowsMotion ? motionSeed.map { KenBurns(seed: $0, number: setting.number) } : nil
    let work = SlideWork()
    // Without the size of the photo, its proportions are not known. A photo that covers the page also suffices to show it whole.
    let orientation = orientation(id)
    let upright = motion == nil ? setting.box.target : Self.covering(setting.box)
    let target = upright.oriented(by: orientation)
    work.request = loader.load(photo, at: target, priority: .current, hasPicture: true) {
      [weak self, delivery] stage in
      let stage = stage.oriented(by: orientation)
      delivery.run { [weak self, weak work] in
        guard let self, let work, !work.hasEnded else { return }
        switch stage {
        case .preview: return
        case .failed(let error):
          work.hasEnded = true
          onDefect?(error, photo)
          completion(.failure(SlideFailure(error.description)))
        case .full(let image), .incomplete(let image, _):
          work.hasEnded = true
          if case .incomplete(_, let error) = stage { onDefect?(error, photo) }
          let suitable =
            KenBurns.suits(
              Size(width: Double(image.width), height: Double(image.height)), on: setting.box.size)
            ? motion : nil
          let slide = PhotoSlide(
            image, name: DisplayText.printable(photo.name), on: setting.box,
            background: Self.background,
            motion: suitable)
          completion(.success(slide))
        }
      }
    }
    return work
  }

  /// The memory of the image of a slide, in bytes. Of a photo that moves, it depends on the proportions; this is the largest size.
  package func bytes(of box: PhotoBox) -> Int {
    let (box, covering) = (box.target, Self.covering(box))
    return motionSeed == nil
      ? box.width * box.height * 4
      : Int(Double(covering.width * covering.height * 4) * KenBurns.leastVisible)
  }

  private static func covering(_ box: PhotoBox) -> TargetSize {
    func side(_ value: Int) -> Int { Int((Double(value) * KenBurns.largestZoom).rounded(.up)) }
    return TargetSize(width: side(box.target.width), height: side(box.target.height), shape: .filling)
  }

  /// The loading of a photo.
  @MainActor
  private final class SlideWork {
    var request: PhotoLoader.Request?
    var hasEnded = false
  }
}

extension TargetSize {
  /// Returns the box for a photo that is rotated after it is decoded.
  func oriented(by orientation: ImageOrientation) -> TargetSize {
    orientation.swapsSides ? TargetSize(width: height, height: width, shape: shape) : self
  }
}

extension LoadStage {
  /// Returns the stage with an image that is rotated. It is called on the thread that has decoded it.
  fileprivate func oriented(by orientation: ImageOrientation) -> LoadStage {
    switch self {
    case .preview, .failed: self
    case .full(let image): .full(image.oriented(by: orientation))
    case .incomplete(let image, let error): .incomplete(image.oriented(by: orientation), error)
    }
  }
}
