internal import CarouselViews
internal import Raster

extension TextureCache {
  /// What is kept of a view.
  struct Entry {
    weak var view: View?
    /// What the view stands for; other pixels must never be shown in its place.
    var subject: Int
    var texture: Texture?
    /// The version of the view that the texture shows; `nil` before it was painted.
    var version: Int?
    /// The version being painted in the background.
    var pendingVersion: Int?
    /// A version that only the main actor can paint.
    var unpaintableVersion: Int?
    /// The last frames in which it was shown, and may have been; −1 for none.
    var lastShown = -1
    var lastReady = -1
    /// Which carousel it belongs to; `nil` for a view at a fixed place.
    var row: Int?
    /// How far from the centre of its carousel it stood when it was last ready, in items.
    var offset = 0.0
    /// How far it came in one frame, in items.
    var speed = 0.0

    init(view: View, subject: Int) {
      self.view = view
      self.subject = subject
    }

    /// The memory of its pixels and their smaller copies.
    var bytes: Int { texture?.byteCount ?? 0 }

    /// How far it will come before work that begins now is done, in items.
    var travel: Double { min(max(speed * Self.horizon, -Self.longestTravel), Self.longestTravel) }

    /// How far from the centre it will stand then.
    var itemsAway: Double { abs(offset + travel) }

    /// Whether it moves so fast that it will look different soon.
    var isTravelling: Bool { abs(travel) >= Self.leastTravel }

    /// Whether it goes away from the centre.
    var isReceding: Bool { isTravelling && itemsAway > abs(offset) }

    private static let leastTravel = 0.1  // items
    private static let horizon = 12.0  // frames; painting a view and its copies takes some 6 ms
    // A fast flick passes many places, but there is not memory for all that is wanted there.
    private static let longestTravel = 1.0  // items

    /// Takes a new place.
    mutating func stand(at offset: Double, in row: Int?, frame: Int) {
      if lastReady < frame {
        let step = offset - self.offset
        // On a ring an item may go from one end to the other.
        speed = lastReady >= 0 && lastReady == frame - 1 && abs(step) < Self.longestStep ? step : 0
      }
      lastReady = frame
      self.row = row
      self.offset = offset
    }

    private static let longestStep = 2.0

    /// Forgets what was painted, and what is being painted.
    mutating func forgetPixels() {
      texture = nil
      outdatePixels()
    }

    /// Whatever was painted, or is being painted, is not of the view as it is now.
    mutating func outdatePixels() {
      version = nil
      pendingVersion = nil
    }

    /// The memory of pixels that cannot be painted again as soon as they are wanted.
    @MainActor var lastingBytes: Int {
      guard let texture, view?.livesInPixels == true else { return 0 }
      return texture.baseBytes
    }
  }
}

extension Texture {
  /// The memory of the pixels without smaller copies.
  var baseBytes: Int { LevelSize.base.byteCount(width: width, height: height) }
}
