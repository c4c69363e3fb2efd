/// The rules that place a popup relative to its parent.
///
/// Wayland: `xdg_positioner`.
@MainActor final class Positioner {
  /// The rules that the client has set so far. A popup copies them when it is created.
  private(set) var rules = PopupRules()

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
        rules.size = (Int(width), Int(height))
      case .setAnchorRect(let x, let y, let width, let height):
        guard width >= 0, height >= 0 else {
          resource.postError(
            XdgPositionerResource.Error.invalidInput,
            "the size of the anchor rectangle, \(width) × \(height), is negative")
          return
        }
        rules.anchorRect = IntegerRect(x: x, y: y, width: width, height: height)
      case .setAnchor(let anchor): rules.anchor = anchor.rawValue
      case .setGravity(let gravity): rules.gravity = gravity.rawValue
      case .setConstraintAdjustment(let bits): rules.adjustment = .init(rawValue: bits)
      case .setOffset(let x, let y): rules.offset = (Int(x), Int(y))
      case .setReactive: rules.isReactive = true
      case .setParentSize(let width, let height): rules.parentSize = (Int(width), Int(height))
      case .setParentConfigure(let serial): rules.parentConfigure = serial
      }
    }
  }
}
