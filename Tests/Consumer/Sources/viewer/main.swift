// The pictures in a folder: a grid from which pictures open, with zoom, and a trash from which they return.
import CarouselUI
import Foundation
import PhotoLibrary
import PhotoViews

struct Photo: Identifiable {
  /// The path of the file.
  let id: String
  var name: String { (id as NSString).lastPathComponent }
}

final class Viewer: ContainerView {
  private static let close = Command(
    "photo.close", title: "All photos", icon: .back, shortcuts: [Shortcut(.escape)])
  private static let smaller = Command("photo.smaller", title: "Smaller", icon: .minus)
  private static let larger = Command("photo.larger", title: "Larger", icon: .plus)
  private static let next = Command("photo.next", title: "Next", icon: .next, shortcuts: [Shortcut("n")])
  private static let remove = Command(
    "photo.remove", title: "Move to trash", icon: .trash, shortcuts: [Shortcut(.delete)])
  private static let undo = Command("photo.undo", title: "Undo", shortcuts: [Shortcut("z", .control)])

  private let grid = CollectionView(CollectionLayout(columns: .minimumWidth(150)))
  private let shade = View()
  private let picture = AsyncImageView()
  private lazy var large = ScrollView(picture, axes: [])
  private let toolbar = ToolbarView([close, smaller, larger, next], trailing: [remove])
  private lazy var transition = SharedElementTransition(to: large) { [weak self] in
    self.flatMap { $0.grid.content(ofItem: $0.index) }
  }
  private var photos: [Photo]
  private var index = 0  // of the photo that is open, or was the last one
  private var trashed: [(photo: Photo, index: Int, file: TrashedFile)] = []
  private var toast: ToastView?

  init(_ photos: [Photo]) {
    self.photos = photos
    super.init()
    grid.accessibilityLabel = "Photos"
    grid.activatesOnSingleClick = true
    grid.onActivate = { [weak self] in self?.open($0) }
    shade.backgroundColor = .black
    picture.imageView.contentMode = .fit
    large.fitsContent = true
    large.maximumZoomScale = 8
    // A drag closes the photo, unless it is zoomed.
    large.onScroll = { [weak self] in self?.transition.isDragEnabled = $0.zoomScale == 1 }
    transition.alignmentRect = { [picture] in picture.frame }
    transition.onProgress = { [shade] in shade.alpha = $0 }
    transition.onRest = { [weak self] isOpen in if !isOpen { self?.showLarge(false) } }
    toolbar.target = self
    for part in [grid, shade, large, toolbar] { addSubview(part) }
    showLarge(false)
    handleCommands()
    show(animated: false)
  }

  private func handleCommands() {
    let isOpen: () -> Bool = { [weak self] in self?.transition.isOpen == true }
    handle(Self.close, isEnabled: isOpen) { [weak self] in self?.transition.close() }
    for (command, factor) in [(Self.smaller, 1 / 1.5), (Self.larger, 1.5)] {
      handle(command, isEnabled: isOpen) { [large] in
        large.setZoomScale(large.zoomScale * factor, animated: true)
      }
    }
    handle(Self.next, isEnabled: isOpen) { [weak self] in self.map { $0.load($0.index + 1) } }
    let hasPhoto: () -> Bool = { [weak self] in self?.current != nil }
    handle(Self.remove, isEnabled: hasPhoto) { [weak self] in self?.remove() }
    handle(Self.undo) { [weak self] in self?.restore() }
  }

  private var current: Int? { transition.isOpen ? index : grid.selectedIndex }

  private func show(animated: Bool) {
    grid.setItems(photos, animated: animated) { photo, reusing in
      let view = reusing as? AsyncImageView ?? AsyncImageView()
      view.source = FileImageSource(photo.id)
      view.accessibilityLabel = photo.name
      return view
    }
  }

  private func open(_ index: Int) {
    guard !transition.isOpen else { return }
    load(index)
    showLarge(true)
    transition.open()
    large.becomeFocused()
  }

  private func load(_ newIndex: Int) {
    index = min(newIndex, photos.count - 1)
    large.zoomScale = 1
    picture.source = FileImageSource(photos[index].id)
    grid.scrollToItem(index, animated: false)
  }

  private func showLarge(_ isShown: Bool) {
    for part in [shade, large] { part.isHidden = !isShown }
    if !isShown { grid.becomeFocused() }
  }

  private func remove() {
    guard let current else { return }
    let photo = photos[current]
    let file: TrashedFile
    do { file = try TrashedFile(movingToTrash: photo.id) } catch { return tell("\(error)") }
    trashed.append((photo, current, file))
    photos.remove(at: current)
    show(animated: true)
    if transition.isOpen { photos.isEmpty ? transition.close() : load(current) }
    tell("“\(photo.name)” is in the trash.", action: "Undo")
  }

  private func restore() {
    guard let last = trashed.popLast() else { return }
    toast?.close()
    do { try last.file.restore() } catch { return tell("\(error)") }
    photos.insert(last.photo, at: min(last.index, photos.count))
    show(animated: true)
    if transition.isOpen { load(last.index) }
  }

  private func tell(_ text: String, action: String? = nil) {
    toast = ToastView(text, action: action) { [weak self] in self?.restore() }
    toast.map { _ = present($0) }
  }

  override func layoutSubviews() {
    let height = toolbar.fittingSize(in: size).height
    toolbar.frame = Rect(x: 8, y: 8, width: size.width - 16, height: height)
    for view in [grid, shade, large] {
      view.frame = bounds.inset(by: EdgeInsets(top: height + 16, left: 0, bottom: 0, right: 0))
    }
  }
}

let folder = CommandLine.arguments.dropFirst().first ?? "."
let types: Set = ["jpg", "jpeg", "png", "webp", "gif", "avif", "heic", "tif", "tiff", "svg"]
do {
  let files = try FileManager.default.contentsOfDirectory(atPath: folder)
  let names = files.filter { types.contains(($0 as NSString).pathExtension.lowercased()) }.sorted()
  let window = try CarouselWindow(title: "Photos", size: Size(width: 800, height: 480))
  window.contentView = Viewer(names.map { Photo(id: "\(folder)/\($0)") })
  window.run()
} catch {
  FileHandle.standardError.write(Data("photos: \(error)\n".utf8))
  exit(1)
}
