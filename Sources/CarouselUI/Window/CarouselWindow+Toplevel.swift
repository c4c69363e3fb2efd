public import Geometry
internal import Windowing

/// Size limits and the parent of a window. They have no effect on layer surfaces.
extension CarouselWindow {
  /// The smallest useful size of the content, in points; `.zero`, the default, for no limit.
  ///
  /// Wayland: `xdg_toplevel.set_min_size`. AppKit: `contentMinSize`.
  public var minimumSize: Size {
    get { window.minimumSize }
    set { window.minimumSize = newValue }
  }

  /// The largest useful size of the content, in points; `.zero`, the default, for no limit, and a width or height of 0 for
  /// no limit of this side.
  ///
  /// Wayland: `xdg_toplevel.set_max_size`. AppKit: `contentMaxSize`.
  public var maximumSize: Size {
    get { window.maximumSize }
    set { window.maximumSize = newValue }
  }

  /// The window that this one belongs to, such as the window of a dialog; `nil`, the default, for none. The compositor
  /// keeps this window above the other one.
  ///
  /// Wayland: `xdg_toplevel.set_parent`. GTK: `transient-for`. AppKit: `addChildWindow:ordered:`.
  public var transientParent: CarouselWindow? {
    get { window.transientParent?.delegate as? CarouselWindow }
    set { window.transientParent = newValue?.window }
  }
}
