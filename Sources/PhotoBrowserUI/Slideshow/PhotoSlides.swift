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

  private let pipeline: PhotoPipeline
  private var loader: PhotoLoader { pipeline.loader }
  private let delivery: MainDelivery
  /// Determines the movements of the photos; `nil` for photos that rest.
  var motionSeed: UInt64?
  /// Returns the orientation with which a photo is shown, in addition to the one that its file states.
  var orientation: (PhotoID) -> ImageOrientation = { _ in .upright }
  private var photos: [PhotoID: Photo] = [:]

  static let background = Color(white: 0.04)

  /// Returns the name of a photo for a screen reader; by default that of its file.
  package var spokenName: (Photo) -> String = { DisplayText.printable($0.name) }

  /// Creates the slides of no photos.
  ///
  /// - Parameters:
  ///   - pipeline: Loads the photos.
  ///   - delivery: Runs closures on the main actor.
  ///   - motionSeed: Determines the movements of the photos; `nil` for photos that rest.
  package init(_ pipeline: PhotoPipeline, delivery: MainDelivery = .mainQueue, motionSeed: UInt64? = nil) {
    (self.pipeline, self.delivery, self.motionSeed) = (pipeline, delivery, motionSeed)
  }

  /// Returns a slide of a picture of the photo that is cached in any size, to show it until its slide is made; `nil` without one.
  func interimSlide(of id: PhotoID, in box: PhotoBox) -> PhotoSlide? {
    guard let photo = photos[id] else { return nil }
    let orientation = orientation(id)
    let target = box.target.oriented(by: orientation)
    let image = loader.cached(photo, at: target)?.image ?? loader.preview(of: photo)
    return image.map {
      PhotoSlide(
        $0.oriented(by: orientation), name: spokenName(photo), on: box,
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
    makeSlide(of: [id], in: nil, for: setting, completion: completion)
  }

  /// Makes a slide of several photos side by side. If some cannot be shown, the slide has the others.
  ///
  /// - Parameter mount: The mat of each photo; `nil` without one. A photo in a mat does not move.
  package func makeSlide(
    of ids: [PhotoID], in mount: SlideMount?, for setting: SlideSetting,
    completion: @escaping @MainActor (Result<any SlideView, SlideFailure>) -> Void
  ) -> AnyObject? {
    let found = ids.compactMap { id in photos[id].map { (id: id, photo: $0) } }
    guard found.count == ids.count, !found.isEmpty else {
      completion(.failure(SlideFailure("The photo is no longer in the list.")))
      return nil
    }
    let isSimple = found.count == 1 && mount == nil
    let motion =
      isSimple && setting.allowsMotion ? motionSeed.map { KenBurns(seed: $0, number: setting.number) } : nil
    // Without the size of the photo, its proportions are not known. A photo that covers the page also suffices to show it whole.
    let upright =
      motion == nil
      ? FramedSlide.target(count: found.count, in: mount, on: setting.box) : Self.covering(setting.box)
    let parts = found.map { id, photo in
      let orientation = orientation(id)
      return SlidePart(
        photo: photo, name: spokenName(photo), orientation: orientation,
        target: upright.oriented(by: orientation))
    }
    let work = SlideWork(count: parts.count)
    for (index, part) in parts.enumerated() {
      let request = load(part) { [weak self, weak work] result, defect in
        // A slide that was given up reports nothing.
        guard let self, let work, work.finish(index, result) else { return }
        if let defect { onDefect?(defect, part.photo) }
        guard let results = work.allResults else { return }
        completion(slide(of: Array(zip(parts, results)), in: mount, on: setting.box, motion))
      }
      work.requests.append(request)
    }
    return work
  }

  /// Loads a photo of a slide.
  ///
  /// - Parameter completion: Called with the image or the reason why there is none, and with the defect of the photo.
  private func load(
    _ part: SlidePart,
    completion: @escaping @MainActor (Result<Image, PhotoError>, _ defect: PhotoError?) -> Void
  ) -> PhotoLoader.Request {
    loader.load(part.photo, at: part.target, priority: .current, hasPicture: true) { [delivery] stage in
      let stage = stage.oriented(by: part.orientation)
      delivery.run {
        switch stage {
        case .preview: return
        case .failed(let error): completion(.failure(error), error)
        case .full(let image): completion(.success(image), nil)
        case .incomplete(let image, let error): completion(.success(image), error)
        }
      }
    }
  }

  private func slide(
    of parts: [(SlidePart, Result<Image, PhotoError>)], in mount: SlideMount?, on box: PhotoBox,
    _ motion: KenBurns?
  ) -> Result<any SlideView, SlideFailure> {
    let shown = parts.compactMap { part, result in (try? result.get()).map { (part: part, image: $0) } }
    guard let first = shown.first else {
      let errors = parts.compactMap { part -> PhotoError? in
        if case .failure(let error) = part.1 { error } else { nil }
      }
      // A damaged photo is not tried again.
      guard let error = errors.first(where: { !$0.isMissing }) ?? errors.first else {
        return .failure(SlideFailure("There is no photo."))
      }
      return .failure(SlideFailure(error.description, isDamage: !error.isMissing))
    }
    if parts.count == 1, mount == nil, animation(of: first.part) == nil {
      let pixels = Size(width: Double(first.image.width), height: Double(first.image.height))
      return .success(
        PhotoSlide(
          first.image, name: first.part.name, on: box, background: Self.background,
          motion: KenBurns.suits(pixels, on: box.size) ? motion : nil))
    }
    let slide = FramedSlide(
      shown.map { (image: $0.image, name: $0.part.name) }, in: mount, on: box, background: Self.background)
    for (view, (part, image)) in zip(slide.pictures, shown) where animation(of: part) != nil {
      view.play(part.photo, from: image, at: part.target, pipeline)
    }
    return .success(slide)
  }

  /// The description of the animation of a photo that was loaded; `nil` for a still photo. A rotated photo does not play.
  private func animation(of part: SlidePart) -> ImageAnimationInfo? {
    part.orientation == .upright ? loader.cached(part.photo, at: part.target)?.animation : nil
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

  /// A photo of a slide.
  private struct SlidePart {
    let photo: Photo
    let name: String
    let orientation: ImageOrientation
    /// The size at which it is decoded, before it is rotated.
    let target: TargetSize
  }

  /// The loading of the photos of a slide.
  @MainActor
  private final class SlideWork {
    var requests: [PhotoLoader.Request] = []
    private var results: [Result<Image, PhotoError>?]

    init(count: Int) { results = Array(repeating: nil, count: count) }

    /// Records the result of a photo. Returns whether it is the first one.
    func finish(_ index: Int, _ result: Result<Image, PhotoError>) -> Bool {
      guard results[index] == nil else { return false }
      results[index] = result
      return true
    }

    /// The results of all photos; `nil` until the last one has arrived.
    var allResults: [Result<Image, PhotoError>]? {
      let all = results.compactMap { $0 }
      return all.count == results.count ? all : nil
    }
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
