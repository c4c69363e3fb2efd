/// A protocol error that the compositor sent to a client. It ended the client's connection.
///
/// Wayland: `wl_display.error`.
public struct ProtocolError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The interface of the object that raised the error, such as `xdg_surface`.
  public let interface: String
  /// The error code, as in the interface's error enum.
  public let code: UInt32
  /// The message sent with the error.
  public let message: String
  /// Whether the test has sent the error, with `postError(code:message:)` of a client or a surface, so that the client has
  /// made no mistake.
  public internal(set) var isInjected = false

  /// The name of the error, such as `xdg_surface.unconfigured_buffer`. A code that is not in `names` is printed as a
  /// number.
  public var name: String { "\(interface).\(Self.names[interface]?[code] ?? String(code))" }

  public var description: String { "\(name): \(message)" }

  /// The names of the errors that this compositor and libwayland raise, by interface and code.
  package static let names: [String: [UInt32: String]] = [
    "wl_display": [0: "invalid_object", 1: "invalid_method", 2: "no_memory", 3: "implementation"],
    "wl_shm": [0: "invalid_format", 1: "invalid_stride", 2: "invalid_fd"],
    "wl_shm_pool": [0: "invalid_format", 1: "invalid_stride", 2: "invalid_fd"],  // raised with wl_shm's codes
    "wl_surface": [0: "invalid_scale", 1: "invalid_transform", 2: "invalid_size", 3: "invalid_offset"],
    "wl_seat": [0: "missing_capability"],
    "wl_pointer": [0: "role"],
    "wl_data_source": [0: "invalid_action_mask", 1: "invalid_source"],
    "wl_data_offer": [
      0: "invalid_finish", 1: "invalid_action_mask", 2: "invalid_action", 3: "invalid_offer",
    ],
    "wl_subcompositor": [0: "bad_surface"],
    "wl_subsurface": [0: "bad_surface"],
    "xdg_wm_base": [
      0: "role", 1: "defunct_surfaces", 2: "not_the_topmost_popup", 3: "invalid_popup_parent",
      4: "invalid_surface_state", 5: "invalid_positioner", 6: "unresponsive",
    ],
    "xdg_positioner": [0: "invalid_input"],
    "xdg_surface": [
      1: "not_constructed", 2: "already_constructed", 3: "unconfigured_buffer", 4: "invalid_serial",
      5: "invalid_size", 6: "defunct_role_object",
    ],
    "xdg_toplevel": [0: "invalid_resize_edge", 1: "invalid_parent", 2: "invalid_size"],
    "xdg_popup": [0: "invalid_grab"],
    "zwlr_layer_shell_v1": [0: "role", 1: "invalid_layer", 2: "already_constructed"],
    "zwlr_layer_surface_v1": [
      0: "invalid_surface_state", 1: "invalid_size", 2: "invalid_anchor", 3: "invalid_keyboard_interactivity",
    ],
    "wp_viewporter": [0: "viewport_exists"],
    "wp_viewport": [0: "bad_value", 1: "bad_size", 2: "out_of_buffer", 3: "no_surface"],
    "wp_fractional_scale_manager_v1": [0: "fractional_scale_exists"],
    "wp_presentation": [0: "invalid_timestamp", 1: "invalid_flag"],
    "zxdg_toplevel_decoration_v1": [0: "unconfigured_buffer", 1: "already_constructed", 2: "orphaned"],
    "wp_cursor_shape_device_v1": [1: "invalid_shape"],
    "zwp_tablet_tool_v2": [0: "role"],
    "xdg_activation_token_v1": [0: "already_used"],
    "zwp_pointer_constraints_v1": [1: "already_constrained"],
    "zwp_input_method_v2": [0: "role"],
    "zwp_virtual_keyboard_v1": [0: "no_keymap"],
    "zwlr_virtual_pointer_v1": [0: "invalid_axis", 1: "invalid_axis_source"],
    "zwlr_screencopy_frame_v1": [0: "already_used", 1: "invalid_buffer"],
    "zwlr_foreign_toplevel_handle_v1": [0: "invalid_rectangle"],
    "zwlr_output_configuration_v1": [
      1: "already_configured_head", 2: "unconfigured_head", 3: "already_used",
    ],
    "zwlr_output_configuration_head_v1": [
      1: "already_set", 2: "invalid_mode", 3: "invalid_custom_mode", 4: "invalid_transform",
      5: "invalid_scale",
    ],
    "zwlr_data_control_device_v1": [1: "used_source"],
    "zwlr_data_control_source_v1": [1: "invalid_offer"],
    "ext_session_lock_v1": [
      0: "invalid_destroy", 1: "invalid_unlock", 2: "role", 3: "duplicate_output", 4: "already_constructed",
    ],
    "ext_session_lock_surface_v1": [
      0: "commit_before_first_ack", 1: "null_buffer", 2: "dimensions_mismatch", 3: "invalid_serial",
    ],
  ]
}
