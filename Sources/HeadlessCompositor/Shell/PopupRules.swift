/// The rules of a positioner as a value: the popup's size, and its position relative to a rectangle of its parent.
///
/// Coordinates are relative to the parent's window geometry. Clients may send extreme numbers, so sums are computed in
/// 64 bits, and results are clamped to the range of the protocol's integers.
///
/// Wayland: `xdg_positioner`.
struct PopupRules {
  /// The bits of xdg_positioner.constraint_adjustment.
  struct Adjustment: OptionSet {
    let rawValue: UInt32
    static let slideX = Adjustment(rawValue: 1)
    static let slideY = Adjustment(rawValue: 2)
    static let flipX = Adjustment(rawValue: 4)
    static let flipY = Adjustment(rawValue: 8)
    static let resizeX = Adjustment(rawValue: 16)
    static let resizeY = Adjustment(rawValue: 32)
  }

  var size: (width: Int, height: Int)?
  var anchorRect: IntegerRect?
  /// A value of xdg_positioner.anchor.
  var anchor: UInt32 = 0
  /// A value of xdg_positioner.gravity.
  var gravity: UInt32 = 0
  var offset: (x: Int, y: Int) = (0, 0)
  var adjustment: Adjustment = []
  /// Whether the position is computed again when the parent moves or the output changes.
  var isReactive = false
  /// The size of the parent's window geometry for which the client places the popup; nil if the client has set none.
  var parentSize: (width: Int, height: Int)?
  /// The serial of the parent's configure for which the client places the popup; nil if the client has set none.
  var parentConfigure: UInt32?

  /// Whether the size and the anchor rectangle are set.
  var isComplete: Bool { size != nil && anchorRect != nil }

  /// Returns the popup's rectangle.
  ///
  /// - Parameter area: The rectangle in which the popup must be, relative to the parent's window geometry; nil for no
  ///   constraint.
  func placement(in area: IntegerRect?) -> IntegerRect {
    guard let size, let rect = anchorRect else { return IntegerRect(x: 0, y: 0, width: 1, height: 1) }
    let anchor = Self.direction(self.anchor)
    let gravity = Self.direction(self.gravity)
    let x = PopupSpan(
      length: size.width, anchorStart: rect.x, anchorLength: rect.width, anchor: anchor.x, gravity: gravity.x,
      offset: offset.x)
    let y = PopupSpan(
      length: size.height, anchorStart: rect.y, anchorLength: rect.height, anchor: anchor.y,
      gravity: gravity.y, offset: offset.y)
    let horizontal = x.solved(
      in: area.map { ($0.x, $0.x + $0.width) }, flips: adjustment.contains(.flipX),
      slides: adjustment.contains(.slideX), resizes: adjustment.contains(.resizeX))
    let vertical = y.solved(
      in: area.map { ($0.y, $0.y + $0.height) }, flips: adjustment.contains(.flipY),
      slides: adjustment.contains(.slideY), resizes: adjustment.contains(.resizeY))
    return IntegerRect(
      x: horizontal.start.addingClamped(0), y: vertical.start.addingClamped(0), width: horizontal.length,
      height: vertical.length)
  }

  /// Returns the direction of an xdg_positioner.anchor or xdg_positioner.gravity; (0, 0) for unknown values.
  private static func direction(_ value: UInt32) -> (x: Int, y: Int) {
    let table = [(0, 0), (0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)]
    return value < table.count ? table[Int(value)] : (0, 0)
  }
}

/// One axis of a popup's placement.
private struct PopupSpan {
  var length: Int
  var anchorStart: Int
  var anchorLength: Int
  /// −1 for the left or top edge, 0 for the center, 1 for the right or bottom edge.
  var anchor: Int
  var gravity: Int
  var offset: Int

  private var start: Int {
    anchorStart + anchorLength * (anchor + 1) / 2 + length * (gravity - 1) / 2 + offset
  }

  private func fits(_ range: (low: Int, high: Int)) -> Bool {
    start >= range.low && start + length <= range.high
  }

  /// Applies the adjustments in the order of the protocol: flip, slide, resize.
  func solved(
    in range: (low: Int, high: Int)?, flips: Bool, slides: Bool, resizes: Bool
  ) -> (start: Int, length: Int) {
    guard let range, range.low < range.high, !fits(range) else { return (start, length) }
    if flips {
      var flipped = self
      flipped.anchor = -anchor
      flipped.gravity = -gravity
      // Keep the original position if the popup does not fit after the flip.
      if flipped.fits(range) { return (flipped.start, length) }
    }
    var start = start
    if slides {
      if length <= range.high - range.low {
        start = min(max(start, range.low), range.high - length)
      } else {
        // The popup is longer than the range. Keep its edge opposite to the gravity visible.
        start = gravity < 0 ? range.high - length : range.low
      }
    }
    guard resizes else { return (start, length) }
    let low = max(start, range.low)
    let high = min(start + length, range.high)
    return low < high ? (low, high - low) : (start, length)
  }
}
