public import Geometry
public import Views

extension Responder {
  /// Returns the items of the context menu. A window opens the menu for a right click, a long press or the menu
  /// key, and passes the point in the view's coordinates. With `nil`, the default, or without items, no menu
  /// opens.
  ///
  /// UIKit: `UIContextMenuInteraction`.
  public var contextMenu: ((Point) -> [MenuItem])? {
    get { interaction(of: ContextMenuInteraction.self)?.items }
    set { setInteraction(newValue.map(ContextMenuInteraction.init)) }
  }
}

/// The context menu of a view.
private final class ContextMenuInteraction: ViewInteraction {
  let items: (Point) -> [MenuItem]

  init(items: @escaping (Point) -> [MenuItem]) { self.items = items }
}
