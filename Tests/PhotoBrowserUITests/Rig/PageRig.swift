import CarouselUI
import Dispatch
import PhotoBrowserUI
import PhotoLibrary
import Photos
import TestSupport
import Testing
import Threads
import ViewFixtures
import Views

/// A page of the photo browser on a stage of 800 × 600 points, with a decoder that records its calls.
@MainActor
final class PageRig<Page: ThumbnailList> {
  let stage = ControlStage(size: Size(width: 800, height: 600))
  let decoder = RecordingDecoder()
  let loader: PhotoLoader
  let page: Page
  private let arrivals = Arrivals()
  /// What the page has reported, such as `select a` and `open a`.
  private(set) var log: [String] = []

  init(
    workers: Int = 2, budget: Int = 64 << 20, height: Double = 600,
    _ make: (PhotoLoader, MainDelivery) -> Page
  ) {
    loader = PhotoLoader(byteBudget: budget, workers: workers, decoder: decoder) { _ in nil }
    page = make(loader, arrivals.delivery)
    page.onSelect = { [unowned self] in log.append("select \(name($0))") }
    page.onOpen = { [unowned self] in log.append("open \(name($0))") }
    page.size = Size(width: 800, height: height)
    stage.add(page, x: 0, y: 0)
  }

  /// Returns and forgets the reports.
  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  /// Shows numbered photos.
  func show(_ numbers: some Sequence<Int>) {
    page.photos = numbers.map { Self.photo($0) }
    stage.settle()
  }

  static func photo(_ number: Int, name: String? = nil, modified: Int64? = nil) -> LibraryPhoto {
    let identity = FileIdentity(device: 1, inode: UInt64(number + 1))
    let revision = FileRevision(identity: identity, byteCount: 1, modified: modified ?? 0)
    return LibraryPhoto(
      PhotoID(number), Photo(path: name ?? "/album/\(number).jpg"), revision: revision, identity: identity)
  }

  private func name(_ id: PhotoID) -> String { page.photos.first { $0.id == id }?.photo.caption ?? "?" }

  /// Delivers pictures until the number of loads is 0, and then prepares a frame.
  func load(_ count: () -> Int) throws {
    var steps = 0
    while count() > 0 {
      try arrivals.runNext()
      steps += 1
      stage.settle()
    }
    arrivals.runArrived()
    stage.settle()
  }

  /// Delivers the pictures that have arrived.
  func deliver() { arrivals.runArrived() }
}

/// The closures that wait for the main actor.
final class Arrivals: Sendable {
  private let actions = Monitor<[@MainActor @Sendable () -> Void]>([])
  private let signal = DispatchSemaphore(value: 0)

  var delivery: MainDelivery {
    MainDelivery { [actions, signal] action in
      actions.withLock { $0.append(action) }
      signal.signal()
    }
  }

  /// Whether a closure waits.
  var hasArrived: Bool { actions.withLock { !$0.isEmpty } }

  /// Waits for the next closure and runs it.
  @MainActor
  func runNext() throws {
    try signal.wait(for: "a picture")
    run()
  }

  /// Runs the closures that wait.
  @MainActor
  func runArrived() { while signal.wait(timeout: .now()) == .success { run() } }

  @MainActor
  private func run() {
    let action = actions.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    action?()
  }
}
