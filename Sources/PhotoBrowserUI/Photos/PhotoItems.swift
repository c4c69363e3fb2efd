internal import CarouselUI
internal import Photos

/// The views of a carousel that show photos, and the views that wait for reuse with their photo.
@MainActor
final class PhotoItems {
  /// Called after a view was added or removed.
  var onChange: (() -> Void)?
  private var items: [PhotoID: PhotoItem] = [:] { didSet { onChange?() } }

  /// The number of views in the queue for reuse that keep their photo, in case the same photo scrolls in
  /// again. Scrolling back and forth needs one or two. When the carousel shows fewer items than before,
  /// dozens of views may wait.
  private static let keptForReuse = 4

  subscript(id: PhotoID) -> PhotoItem? { items[id] }
  var all: some Collection<PhotoItem> { items.values }
  var count: Int { items.count }

  func item(with view: ImageView) -> PhotoItem? { items.values.first { $0.view === view } }

  /// Adds a view. Returns the former view of the same photo, whose load goes on.
  func add(_ item: PhotoItem) -> PhotoItem? { items.updateValue(item, forKey: item.id) }

  /// Removes the view of a photo, and cancels its load.
  func remove(_ item: PhotoItem) {
    item.view.endAnimation()
    item.endLoad()
    items[item.id] = nil
  }

  /// Removes a view from its photo.
  func detach(_ view: ImageView) { if let item = item(with: view) { remove(item) } }

  func removeAll() { for item in items.values { remove(item) } }

  /// Cancels the loading of photos that are not visible, and removes their views if the carousel cannot reuse
  /// them. Of the views that wait for reuse, only the nearest keep their photo.
  func release(except visible: [Int]) {
    let visible = Set(visible)
    var waiting: [PhotoItem] = []
    for item in items.values where !visible.contains(item.index) {
      if item.request != nil || item.isDropped {
        // The view may show a placeholder, so its photo is loaded again when it scrolls in.
        remove(item)
      } else {
        waiting.append(item)
      }
    }
    guard waiting.count > Self.keptForReuse, let first = visible.min(), let last = visible.max() else {
      return
    }
    func distance(_ item: PhotoItem) -> Int { max(first - item.index, item.index - last) }
    waiting.sort { distance($0) < distance($1) }
    for item in waiting[Self.keptForReuse...] {
      item.view.image = nil
      remove(item)
    }
  }
}
