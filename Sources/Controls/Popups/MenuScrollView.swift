package import Geometry
package import Views

/// Scrolls a menu that is higher than the space for it.
package final class MenuScrollView: ScrollView {
  private let menu: MenuView

  /// Creates a view around `menu`.
  package init(_ menu: MenuView) {
    self.menu = menu
    super.init(menu)
    sizeToFit()
  }

  package override var semantics: Semantics { Semantics() }

  package override func sizeThatFits(_ size: Size) -> Size { menu.fittingSize(in: size) }
}
