/// The rules that place a popup relative to its parent.
///
/// Wayland: `xdg_positioner`.
@MainActor final class Positioner {
  private var size: (width: Int, height: Int)?
  private var anchorRect: IntegerRect?
  private var anchor = XdgPositionerResource.Anchor.none
  private var gravity = XdgPositionerResource.Gravity.none
  private var offset: (x: Int, y: Int) = (0, 0)

  init(_ resource: Resource<XdgPositionerResource>) {
    resource.model = self
    resource.onRequest = { [unowned self, unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      case .setSize(let width, let height):
        guard width > 0, height > 0 else {
          resource.postError(
            XdgPositionerResource.Error.invalidInput, "the size \(width) × \(height) is not positive")
          return
        }
        size = (Int(width), Int(height))
      case .setAnchorRect(let x, let y, let width, let height):
        guard width >= 0, height >= 0 else {
          resource.postError(
            XdgPositionerResource.Error.invalidInput,
            "the size of the anchor rectangle, \(width) × \(height), is negative")
          return
        }
        anchorRect = IntegerRect(x: x, y: y, width: width, height: height)
      case .setAnchor(let anchor): self.anchor = anchor
      case .setGravity(let gravity): self.gravity = gravity
      case .setOffset(let x, let y): offset = (Int(x), Int(y))
      case .setConstraintAdjustment, .setReactive, .setParentSize, .setParentConfigure: break
      }
    }
  }

  /// Whether the size and the anchor rectangle are set.
  var isComplete: Bool { size != nil && anchorRect != nil }

  /// The rectangle of the popup, relative to the parent's window geometry.
  ///
  /// It is clamped to the range of the protocol's integers. Constraint adjustment is not implemented, so it may be
  /// outside of the output.
  var placement: IntegerRect {
    guard let size, let rect = anchorRect else { return IntegerRect(x: 0, y: 0, width: 1, height: 1) }
    let anchor = Self.direction(self.anchor.rawValue)
    let gravity = Self.direction(self.gravity.rawValue)
    // −1 is the left or top edge, 0 the center, 1 the right or bottom edge.
    let x = rect.x + rect.width * (anchor.x + 1) / 2 + size.width * (gravity.x - 1) / 2
    let y = rect.y + rect.height * (anchor.y + 1) / 2 + size.height * (gravity.y - 1) / 2
    return IntegerRect(
      x: x.addingClamped(offset.x), y: y.addingClamped(offset.y), width: size.width, height: size.height)
  }

  /// Returns the direction of a value of xdg_positioner.anchor or xdg_positioner.gravity.
  private static func direction(_ value: UInt32) -> (x: Int, y: Int) {
    let table = [(0, 0), (0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)]
    return value < table.count ? table[Int(value)] : (0, 0)
  }
}
