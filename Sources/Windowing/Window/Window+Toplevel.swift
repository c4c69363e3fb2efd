public import Geometry

/// Title, state, size limits and parent of a toplevel window. Other windows have none: the setters have no effect.
///
/// If the compositor offers no layers, a layer surface is a toplevel window.
extension Window {
  /// The text for the title bar and the task list; empty for a popup. At most 2048 bytes of UTF-8 are sent.
  ///
  /// Wayland: `xdg_toplevel.set_title`.
  public var title: String {
    get { toplevel?.title ?? "" }
    set { toplevel?.title = newValue }
  }

  /// Called after the program has changed ``title``, for a title bar that the program draws.
  package var onTitleChange: (() -> Void)? {
    get { toplevel?.onTitleChange }
    set { toplevel?.onTitleChange = newValue }
  }

  // MARK: State

  /// The state of the window, as reported by the compositor. A requested state takes effect only when the compositor
  /// reports it here.
  ///
  /// Wayland: `xdg_toplevel.configure`.
  public var state: WindowState { toplevel?.state ?? [] }

  /// Whether the compositor reports that the window is not visible. A suspended window draws only its first frame. A
  /// popup is suspended together with its parent.
  ///
  /// Wayland: `xdg_toplevel.state.suspended`.
  public var isSuspended: Bool { parentWindow?.isSuspended ?? state.contains(.suspended) }

  /// The operations that the compositor offers for windows, such as maximizing.
  ///
  /// Wayland: `xdg_toplevel.wm_capabilities`.
  public var capabilities: WindowCapabilities { toplevel?.capabilities ?? .all }

  /// Whether the compositor draws the title bar and borders.
  ///
  /// Wayland: `zxdg_toplevel_decoration_v1.configure`.
  public var isDecorated: Bool { toplevel?.isDecorated ?? false }

  // MARK: Size limits

  /// The smallest useful size in points; `.zero` for no limit.
  ///
  /// Wayland: `xdg_toplevel.set_min_size`.
  public var minimumSize: Size {
    get { toplevel?.sizeLimits.minimum ?? .zero }
    set { setSizeLimits((newValue, maximumSize)) }
  }

  /// The largest useful size in points; `.zero` for no limit, and a width or height of 0 for no limit of this side. If it
  /// is smaller than ``minimumSize``, the minimum size applies.
  ///
  /// Wayland: `xdg_toplevel.set_max_size`.
  public var maximumSize: Size {
    get { toplevel?.sizeLimits.maximum ?? .zero }
    set { setSizeLimits((minimumSize, newValue)) }
  }

  private func setSizeLimits(_ limits: (minimum: Size, maximum: Size)) {
    guard let toplevel, limits != toplevel.sizeLimits else { return }
    toplevel.sizeLimits = limits
    sendSizeLimits()
    commitRoleState()
  }

  // MARK: Parent

  /// The window that this one belongs to, such as the window of a dialog; nil for none. The compositor keeps this window
  /// above the other one. Popups have a ``parentWindow`` instead.
  ///
  /// A window that is not open yet takes effect when it has drawn its first frame. A closed window, and a window that
  /// belongs to this one, directly or not, are not set. When the parent closes, its own parent replaces it.
  ///
  /// Wayland: `xdg_toplevel.set_parent`. GTK: `transient-for`. AppKit: `addChildWindow:ordered:`.
  public var transientParent: Window? {
    get { toplevel?.parent }
    set {
      guard let toplevel, !isClosed, newValue?.isClosed != true, newValue !== toplevel.parent else { return }
      // No circle of parents exists before, so the loop ends.
      var ancestor = newValue
      while let window = ancestor {
        guard window !== self else { return }
        ancestor = window.transientParent
      }
      toplevel.setParent(newValue)
    }
  }
}
