/// The size limits of a toplevel. A request takes effect with the next commit.
///
/// Wayland: `xdg_toplevel.set_min_size`, `xdg_toplevel.set_max_size`.
struct SizeLimits {
  typealias Size = (width: Int, height: Int)

  /// The limits in effect, in logical pixels; 0 means no limit.
  private(set) var minimum: Size = (0, 0)
  private(set) var maximum: Size = (0, 0)
  private var pendingMinimum: Size?
  private var pendingMaximum: Size?

  /// Whether a limit was requested that is not in effect.
  var isPending: Bool { pendingMinimum != nil || pendingMaximum != nil }

  /// Stores a requested limit. Returns false if a side is negative.
  mutating func setMinimum(width: Int32, height: Int32) -> Bool {
    guard width >= 0, height >= 0 else { return false }
    pendingMinimum = (Int(width), Int(height))
    return true
  }

  /// Stores a requested limit. Returns false if a side is negative.
  mutating func setMaximum(width: Int32, height: Int32) -> Bool {
    guard width >= 0, height >= 0 else { return false }
    pendingMaximum = (Int(width), Int(height))
    return true
  }

  /// Applies the requested limits. Returns false if the minimum is larger than the maximum.
  mutating func commit() -> Bool {
    minimum = pendingMinimum ?? minimum
    maximum = pendingMaximum ?? maximum
    pendingMinimum = nil
    pendingMaximum = nil
    return (maximum.width == 0 || minimum.width <= maximum.width)
      && (maximum.height == 0 || minimum.height <= maximum.height)
  }
}
