internal import CarouselViews
internal import Raster

extension TextureCache {
  /// The cached state of one view.
  struct Entry {
    weak var view: View?
    /// The index of the item that the view shows. Pixels of another item are never shown for it.
    var itemIndex: Int
    /// The view's `reuseCount` when it was painted.
    var reuseCount: Int
    var texture: Texture?
    /// The `contentVersion` that the texture shows; `nil` before the view is painted.
    var version: Int?
    /// The version that is being painted in the background.
    var pendingVersion: Int?
    /// A version that only the main actor can paint.
    var unpaintableVersion: Int?
    /// The last frame that showed the view, and the last in which it was loaded; −1 for none.
    var lastShown = -1
    var lastLoaded = -1
    /// The number of the carousel that the view belongs to; `nil` outside of carousels.
    var carousel: Int?
    /// The distance from the center of its carousel when the view was last loaded, in items.
    var offset = 0.0
    /// In items per frame.
    var velocity = 0.0

    @MainActor
    init(view: View, itemIndex: Int) {
      self.view = view
      reuseCount = view.reuseCount
      self.itemIndex = itemIndex
    }

    /// The memory of the pixels and their mip levels.
    var bytes: Int { texture?.byteCount ?? 0 }

    /// How far the view moves until work that begins now is done, in items.
    var predictedTravel: Double {
      min(max(velocity * Self.horizon, -Self.longestTravel), Self.longestTravel)
    }

    /// The distance from the center after ``predictedTravel``, in items.
    var predictedDistance: Double { abs(offset + predictedTravel) }

    /// Whether the view moves fast enough to need other mip sizes soon.
    var isMoving: Bool { abs(predictedTravel) >= Self.leastTravel }

    /// Whether the view moves away from the center.
    var isReceding: Bool { isMoving && predictedDistance > abs(offset) }

    private static let leastTravel = 0.1  // items
    private static let horizon = 12.0  // frames; painting a view with its mip levels takes about 6 ms
    // A fast flick passes many positions, and memory does not suffice for all sizes used there.
    private static let longestTravel = 1.0  // items

    /// Records where the view stands in `frame`.
    mutating func updatePosition(_ offset: Double, in carousel: Int?, frame: Int) {
      if lastLoaded < frame {
        let step = offset - self.offset
        // On a ring, an item may jump from one end to the other. A jump is no velocity.
        velocity = lastLoaded >= 0 && lastLoaded == frame - 1 && abs(step) < Self.longestStep ? step : 0
      }
      lastLoaded = frame
      self.carousel = carousel
      self.offset = offset
    }

    private static let longestStep = 2.0  // items

    /// Drops the pixels, and ignores those that are being painted.
    mutating func discardPixels() {
      texture = nil
      invalidatePixels()
    }

    /// Drops pixels that show what the view showed before it was reused.
    @MainActor
    mutating func discardReusedPixels() {
      guard let view, view.reuseCount != reuseCount else { return }
      reuseCount = view.reuseCount
      discardPixels()
    }

    /// Marks the pixels as outdated, and ignores those that are being painted.
    mutating func invalidatePixels() {
      version = nil
      pendingVersion = nil
    }

    /// The memory of pixels that cannot be evicted while the view is loaded, since its content is released.
    @MainActor var unevictableBytes: Int {
      guard let texture, view?.isContentReleased == true else { return 0 }
      return texture.baseBytes
    }
  }
}
