import Controls
import Drawing
import Geometry
import Synchronization
import ViewFixtures
@_spi(Subclassing) import Views

/// A picture whose load ends when a test calls a method.
final class ManualSource: ImageSource {
  typealias Completion = @Sendable (Result<Image, ImageSourceError>) -> Void

  struct Load: Sendable {
    let size: Size
    let completion: Completion
  }
  private struct State {
    var loads: [Load] = []
    var cancelCount = 0
  }

  let identity: String
  let color: Color
  private let state = Mutex(State())

  init(_ identity: String, color: Color = .white) {
    self.identity = identity
    self.color = color
  }

  var loads: [Load] { state.withLock { $0.loads } }
  var cancelCount: Int { state.withLock { $0.cancelCount } }

  func load(for size: Size, completion: @escaping Completion) -> @Sendable () -> Void {
    state.withLock { $0.loads.append(Load(size: size, completion: completion)) }
    return { [self] in state.withLock { $0.cancelCount += 1 } }
  }

  /// Ends the last load with a picture of a single color.
  func succeed(width: Int = 60, height: Int = 40) throws {
    let image = try picture(color, width: width, height: height)
    loads.last?.completion(.success(image))
  }

  func fail(_ error: ImageSourceError) { loads.last?.completion(.failure(error)) }
}

/// A source whose preview and picture arrive when a test calls a method.
final class PreviewedSource: PreviewedImageSource {
  let preview: ManualSource
  let picture: ManualSource
  var identity: String { picture.identity }

  init(_ identity: String) {
    (preview, picture) = (ManualSource(identity, color: .black), ManualSource(identity))
  }

  func load(for size: Size, completion: @escaping ManualSource.Completion) -> @Sendable () -> Void {
    picture.load(for: size, completion: completion)
  }

  func loadPreview(for size: Size, completion: @escaping @Sendable (Image?) -> Void) -> @Sendable () -> Void {
    preview.load(for: size) { completion(try? $0.get()) }
  }
}

/// Results that have not yet been delivered to the main actor.
final class Deliveries: Sendable {
  private let actions = Mutex<[@MainActor @Sendable () -> Void]>([])
  private let immediate = Mutex(false)

  /// Whether results are delivered during ``add(_:)``, which then must be called on the main actor.
  var areImmediate: Bool {
    get { immediate.withLock { $0 } }
    set { immediate.withLock { $0 = newValue } }
  }

  func add(_ action: @escaping @MainActor @Sendable () -> Void) {
    guard areImmediate else { return actions.withLock { $0.append(action) } }
    MainActor.assumeIsolated { action() }
  }

  @MainActor
  func run() {
    while true {
      let next = actions.withLock { actions in
        defer { actions = [] }
        return actions
      }
      if next.isEmpty { return }
      for action in next { action() }
    }
  }
}

/// A tree of views with an image loader, on virtual time.
@MainActor
final class ImageStage {
  let root = View(size: Size(width: 400, height: 300))
  let tree: ViewTree
  let deliveries = Deliveries()
  let loader: ImageLoader
  private(set) var now = 0.0

  init(cacheByteLimit: Int = 1 << 20) {
    root.backgroundColor = .black
    tree = ViewTree(root: root)
    let deliveries = deliveries
    loader = ImageLoader(cacheByteLimit: cacheByteLimit) { deliveries.add($0) }
  }

  func add(_ source: (any ImageSource)?, size: Size = Size(width: 60, height: 40)) -> AsyncImageView {
    let view = AsyncImageView(size: size)
    view.loader = loader
    view.source = source
    root.addSubview(view)
    return view
  }

  /// Lets time pass without a frame.
  func pass(_ seconds: Double) { now += seconds }

  /// Delivers results and then prepares a frame, `seconds` after the last one.
  func frame(after seconds: Double = 0) {
    now += seconds
    deliveries.run()
    tree.prepareFrame(at: .at(now))
    deliveries.run()
  }

  /// The layers of the last frame, with their opacities.
  var layers: [(view: View, alpha: Double)] {
    var layers: [(View, Double)] = []
    tree.forEachLayer { layers.append(($0.view, $0.alpha)) }
    return layers
  }

  /// Paints the pictures that are prepared in the background, as a window does.
  func paintPrepared() {
    for layer in layers { layer.view.didPaint(version: layer.view.contentVersion, byteCount: 1) }
  }
}
