internal import Raster
@_spi(Subclassing) internal import Views

extension TextureCache {
  /// The cached state of one view. It is an object, because each frame reads all entries several times, and a copy of a weak
  /// reference is expensive.
  final class Entry {
    weak var view: View?
    /// The index of the item that the view shows. Pixels of the view that show another item must not be
    /// drawn.
    var itemIndex: Int
    /// The view's `reuseCount` when it was painted.
    var reuseCount: Int
    var texture: Texture?
    /// The `contentVersion` at which the texture was painted; `nil` if it is outdated or was never painted.
    var version: Int?
    /// The version that is being painted in the background; `nil` for none.
    var pendingVersion: Int?
    /// A version that only the main actor can paint.
    var unpaintableVersion: Int?
    /// The last frame that showed the view, and the last frame in which it was loaded; −1 for none.
    var lastShown = -1
    var lastLoaded = -1
    /// The number of the carousel that the view belongs to; `nil` outside of carousels.
    var carousel: Int?
    /// The distance from the center of the carousel when the view was last loaded, in items.
    var offset = 0.0
    /// The velocity of the view, in items per frame.
    var velocity = 0.0

    @MainActor
    init(view: View, itemIndex: Int) {
      self.view = view
      reuseCount = view.layer.reuseCount
      self.itemIndex = itemIndex
    }

    /// The memory of the pixels and their mip levels, in bytes.
    var bytes: Int { texture?.byteCount ?? 0 }

    /// The distance that the view is predicted to move before work that starts now is done, in items.
    var predictedTravel: Double {
      min(max(velocity * Self.horizon, -Self.longestTravel), Self.longestTravel)
    }

    /// The distance from the center after ``predictedTravel``, in items.
    var predictedDistance: Double { abs(offset + predictedTravel) }

    /// Whether the view moves fast enough to need other mip sizes soon.
    var isMoving: Bool { abs(predictedTravel) >= Self.leastTravel }

    /// Whether the view is moving away from the center.
    var isReceding: Bool { isMoving && predictedDistance > abs(offset) }

    private static let leastTravel = 0.1  // items
    private static let horizon = 12.0  // frames; painting a view with its mip levels takes about 6 ms
    // A fast flick passes many positions. There is not enough memory for all sizes that are used there.
    private static let longestTravel = 1.0  // items

    /// Records the view's position in `frame`.
    func updatePosition(_ offset: Double, in carousel: Int?, frame: Int) {
      if lastLoaded < frame {
        let step = offset - self.offset
        // On a ring, an item may jump from one end to the other. Such a jump does not count as a velocity.
        velocity = lastLoaded >= 0 && lastLoaded == frame - 1 && abs(step) < Self.longestStep ? step : 0
      }
      lastLoaded = frame
      self.carousel = carousel
      self.offset = offset
    }

    private static let longestStep = 2.0  // items

    /// Discards the pixels, and also the pixels that are being painted.
    func discardPixels() {
      texture = nil
      invalidatePixels()
    }

    /// Discards pixels that were painted before the view was reused.
    @MainActor
    func discardReusedPixels() {
      guard let view, view.layer.reuseCount != reuseCount else { return }
      reuseCount = view.layer.reuseCount
      discardPixels()
    }

    /// Marks the pixels as outdated, and discards the pixels that are being painted.
    func invalidatePixels() {
      version = nil
      pendingVersion = nil
    }

    /// The memory of pixels that must be kept while the view is loaded because its content is released, in
    /// bytes.
    @MainActor var unevictableBytes: Int {
      guard let texture, view?.isContentReleased == true else { return 0 }
      return texture.baseBytes
    }
  }
}
