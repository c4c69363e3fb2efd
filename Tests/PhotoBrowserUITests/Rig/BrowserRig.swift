import CarouselUI
import ControlChannel
import Foundation
import HeadlessCompositor
import HeadlessSession
import PhotoBrowserUI
import PhotoBrowsing
import Photos
import TestBitmaps
import TestSupport
import WindowFixtures

/// The photo browser in a window on an embedded compositor, on virtual time, with photos that each have a single color.
@MainActor
final class BrowserRig {
  let session: EmbeddedSession<PhotoBrowser>
  private let folder: TemporaryFolder
  let pipeline: PhotoPipeline
  private let timers: FrameTimers
  private var list = LibraryList()
  private var nextNumber = 0
  private(set) var hasQuit = false
  /// The requests of other programs.
  private(set) lazy var control = BrowserControl(of: browser) { [weak self] path throws(ControlError) in
    self?.openedPaths.append(path)
    if let failure = self?.openingFailure { throw ControlError(.failed, failure) }
  }
  /// The paths that other programs have asked to open.
  private(set) var openedPaths: [[UInt8]] = []
  /// The reason for which a path cannot be opened.
  var openingFailure: String?

  var browser: PhotoBrowser { session.content }
  var ui: CarouselWindow { browser.ui }
  var state: BrowserState { browser.state }
  var compositor: Compositor { session.compositor }
  /// The title of the window, as the compositor knows it.
  var title: String { compositor.topmost?.title ?? "" }

  /// Opens the window with photos named `0.png`, `1.png` and so on.
  convenience init(
    count: Int, page: BrowserState.Page? = nil, size: Size = Size(width: 640, height: 480),
    parts: Set<BrowserState.Part> = [], slideshow: SlideshowOptions? = nil
  ) throws {
    try self.init(page: page, size: size, parts: parts, slideshow: slideshow)
    try add(count)
  }

  /// Opens the window with photos and with timers on virtual time.
  convenience init(
    timersWith count: Int, page: BrowserState.Page, size: Size = Size(width: 640, height: 480),
    parts: Set<BrowserState.Part>
  ) throws {
    try self.init(page: page, size: size, parts: parts, hasVirtualTimers: true)
    try add(count)
  }

  /// Opens the window with photos whose order depends on metadata that are unknown yet.
  convenience init(undescribed count: Int, orderedBy key: PhotoOrder.Key) throws {
    try self.init(order: PhotoOrder(key))
    try add(count)
  }

  /// Opens the window with a picture.
  convenience init(
    _ picture: Bitmap, page: BrowserState.Page, scale: Double, hasVirtualTimers: Bool = false
  ) throws {
    try self.init(page: page, scale: scale, hasVirtualTimers: hasVirtualTimers)
    try add(picture)
  }

  private init(
    page: BrowserState.Page? = nil, size: Size = Size(width: 640, height: 480), scale: Double = 1,
    parts: Set<BrowserState.Part> = [], slideshow: SlideshowOptions? = nil, hasVirtualTimers: Bool = false,
    order: PhotoOrder = PhotoOrder()
  ) throws {
    list = LibraryList(order: order)
    folder = try TemporaryFolder()
    let timers = FrameTimers()
    let pipeline = PhotoPipeline(thumbnails: .never, program: "test") { _ in }
    self.pipeline = pipeline
    self.timers = timers
    session = try EmbeddedSession(size: size, scale: scale) { system in
      var options = BrowserOptions()
      if let slideshow { options.slideshow = slideshow }
      if slideshow != nil || hasVirtualTimers { system.scheduler = timers }
      (options.page, options.size, options.parts, options.order) = (page, size, parts, order)
      return try PhotoBrowser(options, pipeline, in: system)
    }
    session.onFrame = { [compositor = session.compositor] in
      timers.fire(at: Double(compositor.now) / 1e9)
    }
    // Thousands of tests share the main actor.
    session.timeLimit = waitLimit / .seconds(1)
    browser.onQuit = { [weak self] in self?.hasQuit = true }
    browser.onSort = { [weak self] in self?.sort(by: $0) }
    browser.open(nil)
  }

  // MARK: Photos

  /// The color of a photo.
  static func color(_ number: Int) -> Bitmap.Pixel {
    Bitmap.Pixel(UInt8(40 + number * 53 % 200), UInt8(40 + number * 91 % 200), UInt8(40 + number * 137 % 200))
  }

  private func photo(_ number: Int) -> Photo { Photo(path: folder("\(number).png")) }

  /// Adds a photo at the end of the list.
  func add(_ picture: Bitmap) throws {
    let number = nextNumber
    nextNumber += 1
    picture.write(png: folder("\(number).png"))
    change([.found(FileEntry(photo: photo(number), identity: Self.identity(number)), isNotice: false)])
  }

  /// Adds a photo with the bytes of a file at the end of the list. The content decides about the format, not the name.
  func add(file bytes: [UInt8]) throws {
    let number = nextNumber
    nextNumber += 1
    try Data(bytes).write(to: URL(filePath: folder("\(number).png")))
    change([.found(entry(photo(number), number), isNotice: false)])
  }

  /// Returns an entry with the version of the file.
  private func entry(_ photo: Photo, _ number: Int) -> FileEntry {
    FileEntry(photo: photo, identity: Self.identity(number), revision: FileRevision(of: photo))
  }

  /// The path of the photo at an index.
  func path(at index: Int) -> String { list.photos[index].photo.path }

  /// Writes the file of the photo at an index, which the list does not notice.
  func write(_ bytes: [UInt8], at index: Int) throws {
    try Data(bytes).write(to: URL(filePath: path(at: index)))
  }

  /// Replaces the file of the photo at an index by the bytes of another one.
  func replaceFile(_ index: Int, by bytes: [UInt8]) throws {
    try write(bytes, at: index)
    let photo = list.photos[index].photo
    change([.found(entry(photo, number(of: photo)), isNotice: true)])
  }

  /// The bytes of the file of the photo at an index.
  func bytes(at index: Int) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: list.photos[index].photo.path)))
  }

  /// Replaces the file of the photo at an index.
  func replace(_ index: Int, by picture: Bitmap) {
    let photo = list.photos[index].photo
    picture.write(png: photo.path)
    let identity = Self.identity(1000 + number(of: photo))
    change([.found(FileEntry(photo: photo, identity: identity), isNotice: true)])
  }

  /// The number of timers on virtual time that wait.
  var timerCount: Int { timers.count }

  /// Replaces the file of the photo at an index by one that is no picture.
  func spoil(_ index: Int) throws {
    let photo = list.photos[index].photo
    try Data("no picture".utf8).write(to: URL(fileURLWithPath: photo.path))
    let identity = Self.identity(1000 + number(of: photo))
    change([.found(FileEntry(photo: photo, identity: identity), isNotice: true)])
  }

  /// Makes the file of the photo at an index a picture again, without a notice.
  func repair(_ index: Int) {
    let photo = list.photos[index].photo
    Bitmap(width: 900, height: 700, filledWith: color(at: index)).write(png: photo.path)
  }

  /// Adds photos of 900 × 700 pixels at the end of the list.
  func add(_ count: Int) throws {
    let numbers = nextNumber..<(nextNumber + count)
    nextNumber += count
    for number in numbers {
      Bitmap(width: 900, height: 700, filledWith: Self.color(number)).write(png: folder("\(number).png"))
    }
    change(numbers.map { .found(FileEntry(photo: photo($0), identity: Self.identity($0)), isNotice: false) })
  }

  /// Shows other photos in place of the present ones, as if the user had dropped a folder or a file on the window.
  func openOther(_ count: Int, file: Bool = false) throws {
    list = LibraryList()
    browser.open(file ? photo(nextNumber) : nil)
    try add(count)
  }

  /// Makes the caches of the photos shrink, as when the system is low on memory.
  func receiveMemoryWarning() { pipeline.receiveMemoryWarning() }

  /// Removes the photos at some indexes of the list, and their files.
  func remove(_ indexes: some Sequence<Int>) throws {
    let photos = indexes.map { list.photos[$0].photo }
    for photo in photos { try FileManager.default.removeItem(atPath: photo.path) }
    change(photos.map { .lost($0) })
  }

  /// Gives the photo with a number the time at which it was taken, in seconds.
  func describe(_ number: Int, taken: Int64) {
    guard let photo = list.photos.first(where: { self.number(of: $0.photo) == number }) else { return }
    change([.described(photo.id, PhotoMetadata(taken: taken), photo.revision)])
  }

  /// Renames the photo at an index. The list is sorted by name, so it moves.
  func rename(_ index: Int) throws {
    let old = list.photos[index]
    let number = number(of: old.photo)
    nextNumber += 1
    let new = Photo(path: folder("\(nextNumber)-\(number).png"))
    try FileManager.default.moveItem(atPath: old.photo.path, toPath: new.path)
    change([.renamed(old.photo, FileEntry(photo: new, identity: Self.identity(number)))])
  }

  var count: Int { list.photos.count }

  private static func identity(_ number: Int) -> FileIdentity {
    FileIdentity(device: 1, inode: UInt64(number))
  }

  private func change(_ events: [LibraryEvent]) {
    show(list.apply(events))
  }

  /// Whether the library is busy, so that it does not sort yet.
  var isSortingSlow = false {
    didSet { if !isSortingSlow, list.order != state.order { sort(by: state.order) } }
  }

  private func sort(by order: PhotoOrder) { if !isSortingSlow { show(list.sort(by: order)) } }

  private func show(_ change: LibraryChange) {
    var update = PhotoLibrary.Update()
    (update.photos, update.order, update.change) = (list.photos, list.order, change)
    update.isComplete = true
    browser.show(update)
  }

  /// The number that determines the color of a photo.
  private func number(of photo: Photo) -> Int {
    Int(photo.caption.split(separator: "-").last ?? "") ?? -1
  }

  /// The color of the photo at an index of the list.
  func color(at index: Int) -> Bitmap.Pixel { Self.color(number(of: list.photos[index].photo)) }

  /// The color of the current photo; `nil` without photos.
  var currentColor: Bitmap.Pixel? { state.currentPhoto.map { Self.color(number(of: $0.photo)) } }

  // MARK: The user

  /// Presses and releases a key. In between the test does not wait, so that the key does not repeat on a busy machine.
  func press(_ key: HeadlessCompositor.Key) async throws {
    compositor.seat.keyboard.press(key)
    compositor.seat.keyboard.release(key)
    try await session.frames(2)
  }
  func press(_ character: Character) async throws {
    if let key = HeadlessCompositor.Key(character) { try await press(key) }
  }
  func press(_ character: Character, with modifier: HeadlessCompositor.Key) async throws {
    if let key = HeadlessCompositor.Key(character) { try await press(key, with: modifier) }
  }
  func press(_ key: HeadlessCompositor.Key, with modifier: HeadlessCompositor.Key) async throws {
    compositor.seat.keyboard.press(modifier)
    try await press(key)
    compositor.seat.keyboard.release(modifier)
  }

  /// Taps with a finger. In between the test does not wait, so that the tap is no long press on a busy machine.
  func tap(at point: Point) {
    compositor.seat.touch.down(at: (point.x, point.y))
    compositor.seat.touch.up()
  }

  /// Runs frames until nothing moves and all photos are loaded.
  func settle() async throws {
    func isLoading() -> Bool { browser.loadCount != 0 || browser.isPanelLoading }
    // Photos also wait for a timer after the window was resized.
    func waitsForTimer() -> Bool {
      timers.count > 0 && isLoading() && pipeline.loader.usage.running == 0 && !ui.textures.isPrepainting
    }
    // Timers on virtual time need frames.
    do {
      try await session.settle(ui, isMoving: { browser.isMoving || waitsForTimer() }, isLoading: isLoading)
    } catch let timeout as SessionTimeout {
      throw Unrest(timeout: timeout, state: unrest)
    }
  }

  /// What a window waits for that does not come to rest.
  private var unrest: String {
    let (thumbnails, usage) = (pipeline.thumbnailLoader.usage, pipeline.loader.usage)
    return """
      \(state.page), rest \(ui.window.isAtRest), settled \(ui.isSettled), moving \(browser.isMoving), \
      loads \(browser.loadCount), panel \(browser.isPanelLoading), \
      painting \(ui.textures.isPainting), ahead \(ui.textures.isPrepainting), timers \(timers.count), \
      running \(usage.running) and \(thumbnails.running), waiting \(usage.waiting) and \(thumbnails.waiting)
      """
  }

  private struct Unrest: Error, CustomStringConvertible {
    let timeout: SessionTimeout
    let state: String
    var description: String { "\(timeout): \(state)" }
  }

  /// Runs frames until also the hidden neighbors of the photo are decoded and painted.
  func settleNeighbors() async throws {
    repeat {
      try await settle()
      try await Task.sleep(for: .milliseconds(5))
    } while pipeline.loader.usage.running + pipeline.loader.usage.waiting > 0 || ui.textures.isPrepainting
  }

  // MARK: The screen

  /// The pixel in the middle of the window.
  var middle: Bitmap.Pixel { pixel(0.5, 0.5) }

  /// The pixel in the middle of the carousel or the single page. The panel is beside them.
  var middleOfPage: Bitmap.Pixel {
    let page: View = state.page == .single ? browser.single : browser.carouselPage
    guard let point = page.homography(to: browser.content)?.project(page.bounds.center) else { return middle }
    return pixel(point.x / browser.content.size.width, point.y / browser.content.size.height)
  }

  /// The pixel at fractions of the width and height of the window.
  func pixel(_ x: Double, _ y: Double) -> Bitmap.Pixel {
    let capture = session.capture()
    let bgra = capture[Int(x * Double(capture.width - 1)), Int(y * Double(capture.height - 1))]
    return Bitmap.Pixel(UInt8(bgra >> 16 & 255), UInt8(bgra >> 8 & 255), UInt8(bgra & 255))
  }
}
