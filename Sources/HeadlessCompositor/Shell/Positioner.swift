/// Rules for placing a popup beside its parent.
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
          resource.post(XdgPositionerResource.Error.invalidInput, "\(width) × \(height) is no size")
          return
        }
        size = (Int(width), Int(height))
      case .setAnchorRect(let x, let y, let width, let height):
        guard width >= 0, height >= 0 else {
          resource.post(XdgPositionerResource.Error.invalidInput, "\(width) × \(height) is no anchor")
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

  var isComplete: Bool { size != nil && anchorRect != nil }

  /// Where the popup goes, relative to the parent's window geometry; it is not kept on the output, but within what the
  /// protocol's integers can tell.
  var placement: IntegerRect {
    guard let size, let rect = anchorRect else { return IntegerRect(x: 0, y: 0, width: 1, height: 1) }
    let pull = Self.direction(anchor.rawValue)
    let push = Self.direction(gravity.rawValue)
    // −1 is the near edge, 0 the middle, 1 the far edge.
    let x = rect.x + rect.width * (pull.x + 1) / 2 + size.width * (push.x - 1) / 2
    let y = rect.y + rect.height * (pull.y + 1) / 2 + size.height * (push.y - 1) / 2
    return IntegerRect(x: x.adding(offset.x), y: y.adding(offset.y), width: size.width, height: size.height)
  }

  /// none, top, bottom, left, right, top left, bottom left, top right, bottom right; the same for anchor and gravity.
  private static func direction(_ value: UInt32) -> (x: Int, y: Int) {
    let table = [(0, 0), (0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)]
    return value < table.count ? table[Int(value)] : (0, 0)
  }
}
