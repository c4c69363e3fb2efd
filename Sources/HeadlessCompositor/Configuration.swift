extension Compositor {
  /// The globals, the first output and the input devices of a compositor. It also selects the behavior that the
  /// protocols leave to the compositor.
  public struct Configuration: Sendable {
    /// The width of the output's mode, in pixels, before `transform`.
    public var width = 1280
    /// The height of the output's mode, in pixels, before `transform`.
    public var height = 720
    /// Pixels per logical pixel.
    ///
    /// wp_fractional_scale_v1 sends the scale as a multiple of 1/120, wl_output as an integer, rounded up.
    public var scale = 1.0
    /// The transform of the output.
    public var transform = OutputTransform.normal
    /// The number of frames per second.
    public var refreshRate = 60.0
    /// The color behind all windows: 0xAARRGGBB, premultiplied.
    public var background: UInt32 = 0xff00_0000

    /// The versions of the advertised globals, by interface.
    public var globals = Configuration.supportedGlobals
    /// The input devices that the seat has at the start.
    public var inputDevices: InputDevices = [.pointer, .keyboard, .touch]
    /// When the touchscreens of new seats send `wl_touch.frame`.
    public var touchFramePolicy = Touch.FramePolicy.always
    /// The keyboard layouts, one to four, by their names in xkb-data, such as "us" and "ru".
    public var keyboardLayouts = ["us"]
    /// The size that is sent in the first configure of a toplevel.
    public var windowSize = WindowSize.chosenByClient
    /// When buffers are released to the client.
    public var bufferRelease = BufferRelease.whenReplaced
    /// Whether a commit copies only the damaged pixels, as real compositors do. If false, it copies the whole buffer.
    public var honorsDamage = true
    /// Whether `overwrittenBufferCount` is counted. It requires a copy of each committed buffer.
    public var detectsOverwrittenBuffers = false
    /// Whether the mistakes of `checkedLintFindings()` are collected. It requires a copy of each committed buffer, and comparisons of pixels.
    public var lints = false
    /// Whether a client that requests server-side decorations gets them.
    public var decoratesWindows = true
    /// Whether a toplevel is activated when it is mapped. As in real compositors, a second configure sends the
    /// activated state.
    public var activatesNewWindows = true
    /// The clock of events and frames.
    public var clock = Clock.virtual(startingAt: 1_000_000_000)

    /// Creates the default configuration: an output of 1280 × 720 pixels at 60 Hz, all globals and devices, and a
    /// virtual clock.
    public init() {}

    /// Creates the default configuration with an output of `width` × `height` pixels.
    public init(width: Int, height: Int, scale: Double = 1) {
      self.width = width
      self.height = height
      self.scale = scale
    }

    /// Returns a copy of the configuration without the globals of these interfaces.
    ///
    /// - Precondition: Each name is in `supportedGlobals`.
    public func without(_ interfaces: String...) -> Configuration {
      var reduced = self
      for name in interfaces {
        precondition(
          Self.supportedGlobals[name] != nil,
          "There is no global \(name); the known ones are in supportedGlobals.")
        reduced.globals[name] = nil
      }
      return reduced
    }

    /// Returns a copy of the configuration with an older version of one global.
    ///
    /// - Precondition: `interface` is in `supportedGlobals`, and `version` is in `1...supportedGlobals[interface]`.
    public func with(_ interface: String, version: Int32) -> Configuration {
      guard let newest = Self.supportedGlobals[interface] else {
        preconditionFailure("There is no global \(interface); the known ones are in supportedGlobals.")
      }
      precondition(
        (1...newest).contains(version), "\(interface) has versions 1 to \(newest), not \(version).")
      var changed = self
      changed.globals[interface] = version
      return changed
    }

    /// The newest supported version of every supported global, by interface.
    public static let supportedGlobals: [String: Int32] = [
      "wl_compositor": 6, "wl_subcompositor": 1, "wl_shm": 1, "wl_output": 4, "wl_seat": 10,
      "wl_data_device_manager": 3,
      "zwp_primary_selection_device_manager_v1": 1, "zwp_text_input_manager_v3": 1, "xdg_wm_base": 6,
      "zwlr_layer_shell_v1": 4, "wp_viewporter": 1,
      "wp_fractional_scale_manager_v1": 1,
      "wp_presentation": 1, "zxdg_decoration_manager_v1": 1, "wp_single_pixel_buffer_manager_v1": 1,
      "wp_cursor_shape_manager_v1": 1, "xdg_activation_v1": 1, "zwp_idle_inhibit_manager_v1": 1,
      "zxdg_output_manager_v1": 3, "zwp_pointer_gestures_v1": 3, "zwp_tablet_manager_v2": 1,
      "zwp_pointer_constraints_v1": 1, "zwp_relative_pointer_manager_v1": 1,
      "zwp_text_input_manager_v1": 1, "zwp_input_method_manager_v2": 1,
      "zwp_virtual_keyboard_manager_v1": 1, "zwlr_virtual_pointer_manager_v1": 2,
      "zwlr_screencopy_manager_v1": 3, "zwlr_foreign_toplevel_manager_v1": 3, "zwlr_output_manager_v1": 2,
      "zwlr_data_control_manager_v1": 2, "ext_session_lock_manager_v1": 1,
      "zwlr_output_power_manager_v1": 1,
    ]
  }

  /// The clock of events and frames.
  public enum Clock: Equatable, Sendable {
    /// A virtual clock, which only `presentFrame(at:)` and `advance(by:)` advance. It starts at this number of
    /// nanoseconds.
    case virtual(startingAt: UInt64)
    /// The clock CLOCK_MONOTONIC of the system.
    case monotonic
  }

  /// The size that is sent in the first configure of a toplevel.
  public enum WindowSize: Equatable, Sendable {
    /// The size 0 × 0, which lets the client choose (xdg_toplevel.configure).
    case chosenByClient
    /// This size, in logical pixels.
    case fixed(width: Int, height: Int)
    /// The size of the output, as kiosk shells do.
    case output
  }

  /// When a buffer is released to the client that committed it.
  public enum BufferRelease: Equatable, Sendable {
    /// During the commit, as in compositors that copy shared memory to a GPU.
    case immediately
    /// When the next buffer is committed.
    case whenReplaced
    /// One commit later than `whenReplaced`. The compositor then holds two buffers, as with wlroots' pixman renderer.
    case keepingTwo
    /// Only when `Surface.releaseBuffers()` is called, or when the surface is destroyed.
    case manually
  }
}

/// A set of kinds of input devices.
///
/// Wayland: `wl_seat.capability`.
public struct InputDevices: OptionSet, Hashable, Sendable {
  /// The bits of `wl_seat.capability`.
  public let rawValue: UInt32
  /// Creates a set from the bits of `wl_seat.capability`.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A mouse or touchpad.
  public static let pointer = InputDevices(rawValue: 1)
  /// A keyboard.
  public static let keyboard = InputDevices(rawValue: 2)
  /// A touchscreen.
  public static let touch = InputDevices(rawValue: 4)
}

/// The transform of an output or of a buffer's content: the upright image is first flipped left to right (`flipped…`),
/// then rotated counter-clockwise.
///
/// Wayland: `wl_output.transform`.
public enum OutputTransform: UInt32, CaseIterable, Sendable {
  case normal, rotated90, rotated180, rotated270, flipped, flipped90, flipped180, flipped270

  /// Whether the transform swaps the width and the height.
  public var swapsAxes: Bool { rawValue & 1 == 1 }

  /// Returns the transformed position of a point of an upright image.
  ///
  /// - Parameters:
  ///   - x: The distance from the left edge of the upright image.
  ///   - y: The distance from the top edge of the upright image.
  ///   - width: The width of the transformed image.
  ///   - height: The height of the transformed image.
  func apply<Number: SignedNumeric>(x: Number, y: Number, width: Number, height: Number) -> (
    x: Number, y: Number
  ) {
    // The image is flipped and then rotated counter-clockwise.
    switch self {
    case .normal: (x, y)
    case .rotated90: (y, height - x)
    case .rotated180: (width - x, height - y)
    case .rotated270: (width - y, x)
    case .flipped: (width - x, y)
    case .flipped90: (y, x)
    case .flipped180: (x, height - y)
    case .flipped270: (width - y, height - x)
    }
  }
}
