extension Compositor.Configuration {
  /// A compositor whose globals and habits a ``Compositor`` can have, so that a client is tested against them.
  public enum Model: String, CaseIterable, Sendable {
    case weston10 = "weston-10"
    case sway17 = "sway-1.7"
    case kwin527 = "kwin-5.27"
    case mutter43 = "mutter-43"

    /// The versions of the globals that this package supports, by interface, as `wayland-info` prints them for weston 10.0.1,
    /// sway 1.7, KWin 5.27.5 and mutter 43.8 of Debian 12. weston's headless backend has no seat; with input devices it is version
    /// 7.
    public var globals: [String: Int32] {
      var globals: [String: Int32] = [
        "wl_shm": 1, "wl_subcompositor": 1, "wl_data_device_manager": 3, "wp_viewporter": 1,
        "zxdg_output_manager_v1": 3,
      ]
      globals.merge(ownGlobals) { $1 }
      return globals
    }

    private var ownGlobals: [String: Int32] {
      switch self {
      case .weston10:
        [
          "wl_compositor": 4, "wl_output": 3, "wl_seat": 7, "xdg_wm_base": 3, "wp_presentation": 1,
          "zxdg_output_manager_v1": 2,
        ]
      case .sway17:
        [
          "wl_compositor": 4, "wl_output": 4, "wl_seat": 7, "xdg_wm_base": 2, "wp_presentation": 1,
          "zwp_idle_inhibit_manager_v1": 1, "zwlr_layer_shell_v1": 4, "zwp_tablet_manager_v2": 1,
          "zxdg_decoration_manager_v1": 1, "zwp_text_input_manager_v3": 1,
          "zwp_primary_selection_device_manager_v1": 1, "xdg_activation_v1": 1, "zwp_pointer_gestures_v1": 3,
          "zwlr_output_power_manager_v1": 1,
        ]
      case .kwin527:
        [
          "wl_compositor": 5, "wl_output": 4, "wl_seat": 8, "xdg_wm_base": 4, "zwlr_layer_shell_v1": 3,
          "zwp_idle_inhibit_manager_v1": 1, "zwp_tablet_manager_v2": 1, "zxdg_decoration_manager_v1": 1,
          "wp_fractional_scale_manager_v1": 1, "zwp_text_input_manager_v3": 1,
          "zwp_primary_selection_device_manager_v1": 1, "xdg_activation_v1": 1, "zwp_pointer_gestures_v1": 3,
        ]
      case .mutter43:
        [
          "wl_compositor": 5, "wl_output": 3, "wl_seat": 8, "xdg_wm_base": 4, "wp_presentation": 1,
          "zwp_tablet_manager_v2": 1, "wp_single_pixel_buffer_manager_v1": 1, "zwp_text_input_manager_v3": 1,
          "zwp_primary_selection_device_manager_v1": 1, "xdg_activation_v1": 1, "zwp_pointer_gestures_v1": 3,
        ]
      }
    }

    /// When the compositor sends `wl_touch.frame`. weston and mutter send none after the last finger was lifted.
    public var touchFramePolicy: Touch.FramePolicy {
      switch self {
      case .weston10, .mutter43: .exceptAfterLastUp
      case .sway17, .kwin527: .always
      }
    }
  }

  /// Returns a copy of the configuration with the globals and habits of another compositor.
  ///
  /// sway sets the size of a new window to that of the output, because it tiles windows.
  public func like(_ model: Model) -> Compositor.Configuration {
    var changed = self
    changed.globals = model.globals
    changed.touchFramePolicy = model.touchFramePolicy
    if model == .sway17 { changed.windowSize = .output }
    return changed
  }
}
