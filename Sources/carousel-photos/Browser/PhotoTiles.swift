import CarouselUI
import Dispatch
import Photos

/// The views of the pictures: makes them, loads what they show, forgets what scrolled away.
final class PhotoTiles: CarouselDataSource {
  /// The pictures, in order; grows while folders are scanned.
  private(set) var photos: [Photo] = []
  /// Called when a picture arrived or was given up.
  var onChange: (() -> Void)?
  /// Called once for each picture that cannot be shown, or not all of it.
  var onProblem: ((PhotoError) -> Void)?

  /// The box that a picture fits into, in points.
  private(set) var box = Size(width: 480, height: 360)
  /// Pixels per point.
  private var scale = 1.0
  private let loader = PhotoLoader(byteBudget: 0)
  /// The tiles by the picture they stand for: those the carousel shows, and those waiting for reuse.
  private var tiles: [Int: ImageView] = [:] { didSet { setBudget() } }
  /// Whose tiles the carousel threw away in a reload, and gets again when it asks. Any other tile may be
  /// waiting for reuse, so it must not be given out but by its turn.
  private var thrownAway: Set<Int> = []
  private var loads: [Int: PhotoLoader.Request] = [:]
  /// Tells the stages of the load under way for an index from those of one that was given up.
  private var tickets: [Int: Int] = [:]
  private var nextTicket = 0
  private var reported: Set<Photo> = []
  /// Whose tiles show what their loading ended with, not a preview.
  private var loaded: Set<Int> = []

  /// How many pictures are still on their way.
  var loadCount: Int { loads.count }

  init() { setBudget() }

  func append(_ more: [Photo]) { photos += more }

  /// The carousel is about to throw its tiles away and to ask for all of them anew.
  func prepareForReload() { thrownAway = Set(tiles.keys) }

  /// Sets the size pictures are shown at and loads those that are `visible` anew, all of them when none is yet; the
  /// carousel must be reloaded when it returns true.
  func fit(box: Size, scale: Double, visible: [Int]) -> Bool {
    guard box != self.box || scale != self.scale else { return false }
    (self.box, self.scale) = (box, scale)
    setBudget()
    for (index, tile) in tiles {
      guard visible.isEmpty || visible.contains(index) else {
        forget(index)
        continue
      }
      tile.size = size(of: tile.imageSize)
      load(index, into: tile)
    }
    return true
  }

  /// Withdraws the loading of pictures that are not among `visible`, lets go of tiles that nobody will ask for, and of
  /// the pictures of most that wait for reuse: the loader knows those that were shown last.
  func keep(_ visible: [Int]) {
    let visible = Set(visible)
    var waiting: [Int] = []
    for index in tiles.keys where !visible.contains(index) {
      if loads[index] != nil || thrownAway.contains(index) {
        // Asked for again when it comes back: what it shows now may be a placeholder.
        forget(index)
      } else {
        waiting.append(index)
      }
    }
    guard waiting.count > Self.keptWaiting, let first = visible.min(), let last = visible.max() else {
      return
    }
    waiting.sort { max(first - $0, $0 - last) < max(first - $1, $1 - last) }
    for index in waiting[Self.keptWaiting...] {
      tiles[index]?.image = nil
      forget(index)
    }
  }

  /// How many tiles that wait for reuse keep their picture, in case they are wanted for the same one. When it goes to and
  /// fro, one or two are; after fewer are shown than before, it may be dozens.
  private static let keptWaiting = 4

  func numberOfItems(in carousel: Carousel) -> Int { photos.count }

  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView {
    let reused = view as? ImageView
    if let tile = tiles[index], tile === reused || thrownAway.remove(index) != nil {
      if let reused, reused !== tile { release(reused) }
      return tile
    }
    let tile = reused ?? makeTile()
    release(tile)
    tiles[index] = tile
    tile.image = nil
    tile.failure = nil
    tile.caption = photos[index].caption
    tile.contentMode = .fill
    tile.size = box
    load(index, into: tile)
    return tile
  }

  /// Makes a tile that keeps its picture only until it is painted.
  private func makeTile() -> ImageView {
    let tile = ImageView(size: box)
    tile.onImageNeeded = { [weak self] in self?.loadAgain($0) }
    return tile
  }

  /// Takes a reused tile away from the picture it stood for.
  private func release(_ tile: ImageView) {
    for (index, other) in tiles where other === tile { forget(index) }
  }

  private func forget(_ index: Int) {
    tiles[index] = nil
    loaded.remove(index)
    thrownAway.remove(index)
    endLoad(index)
  }

  private func endLoad(_ index: Int) {
    loads.removeValue(forKey: index)?.cancel()
    tickets[index] = nil
  }

  private func load(_ index: Int, into tile: ImageView) {
    endLoad(index)
    let photo = photos[index]
    if let image = loader.cachedImage(of: photo, at: target) {
      show(image, in: tile)
      loaded.insert(index)
      return
    }
    // Stages may be on their way here when the picture is no longer wanted: whatever is not in `loads` is late.
    let ticket = nextTicket
    nextTicket += 1
    tickets[index] = ticket
    loads[index] = loader.load(photo, at: target) { [weak self, weak tile] stage in
      DispatchQueue.main.async {
        guard let self, let tile, self.tickets[index] == ticket, self.tiles[index] === tile else { return }
        self.receive(stage, of: photo, at: index, in: tile)
      }
    }
  }

  /// The tile let go of its picture and is to be painted again.
  private func loadAgain(_ tile: ImageView) {
    guard let index = tiles.first(where: { $0.value === tile })?.key, loads[index] == nil else { return }
    load(index, into: tile)
  }

  private func receive(_ stage: PhotoLoader.Stage, of photo: Photo, at index: Int, in tile: ImageView) {
    switch stage {
    case .preview(let image):
      // Never instead of a sharper one from before a change of size.
      if tile.imageSize == nil {
        show(image, in: tile)
        loaded.remove(index)
      }
      return
    case .full(let image): show(image, in: tile)
    case .incomplete(let image, let error):
      show(image, in: tile)
      report(error, of: photo)
    case .failed(let error):
      // What was painted of it while its file was there is better than a sign that it is not there any more.
      if !loaded.contains(index) || tile.imageSize == nil {
        tile.image = nil
        tile.size = box
        tile.failure = error.brief
      }
      report(error, of: photo)
    }
    loaded.insert(index)
    endLoad(index)
    onChange?()
  }

  private func show(_ image: Image, in tile: ImageView) {
    tile.failure = nil
    tile.image = image
    tile.size = size(of: tile.imageSize)
  }

  private func report(_ error: PhotoError, of photo: Photo) {
    if reported.insert(photo).inserted { onProblem?(error) }
  }

  /// Returns how large a picture is shown: as large as fits the box, one pixel to a pixel if it was decoded for it.
  ///
  /// - Parameter pixels: The picture's size in pixels; `nil` while there is none.
  private func size(of pixels: Size?) -> Size {
    guard let pixels else { return box }
    let own = Size(width: pixels.width / scale, height: pixels.height / scale)
    let fit = ContentMode.fit.placement(of: own, in: Rect(origin: .zero, size: box)).size
    // Within a pixel it is the same size: no resampling for the sake of a rounded side.
    return abs(fit.width - own.width) * scale < 1 && abs(fit.height - own.height) * scale < 1 ? own : fit
  }

  /// How many pictures the loader keeps to come back to. Where there are many tiles, what it read last is what
  /// they have painted: two are enough then, for whoever goes one picture to and fro.
  private var keptPictures: Int { max(2, 12 - tiles.count) }

  private func setBudget() {
    let budget = keptPictures * target.width * target.height * 4
    if budget != loader.byteBudget { loader.byteBudget = budget }
  }

  private var target: TargetSize { TargetSize(width: pixels(box.width), height: pixels(box.height)) }

  private func pixels(_ points: Double) -> Int { Int((points * scale).rounded()) }
}
