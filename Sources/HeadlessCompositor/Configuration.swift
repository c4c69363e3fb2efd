extension Compositor {
  /// What a compositor offers, and how it behaves where the protocols leave a choice.
  public struct Configuration: Sendable {
    /// Width of the output's mode, in pixels, before `transform`.
    public var width = 1280
    /// Height of the output's mode, in pixels, before `transform`.
    public var height = 720
    /// Pixels for a unit of length; fractions reach clients through wp_fractional_scale_v1, others see it rounded up.
    public var scale = 1.0
    /// How the output is turned.
    public var transform = OutputTransform.normal
    /// Frames a second.
    public var refreshRate = 60.0
    /// The colour behind all windows, 0xAARRGGBB, premultiplied.
    public var background: UInt32 = 0xff00_0000

    /// The globals and the version of each; remove one to leave it out.
    public var globals = Configuration.everyGlobal
    /// The input devices there are at the start.
    public var inputDevices: InputDevices = [.pointer, .keyboard, .touch]
    /// The user's keyboard layouts by their names in xkb-data, one to four, such as "us" and "ru".
    public var keyboardLayouts = ["us"]
    /// The size a new window is told.
    public var windowSize = WindowSize.chosenByClient
    /// When buffers go back to the client.
    public var bufferRelease = BufferRelease.whenReplaced
    /// Whether only damaged pixels are taken over on commit, as real compositors do. False copies everything.
    public var honoursDamage = true
    /// Whether to notice clients that draw into a buffer which is being shown; costs a copy of each buffer.
    public var watchesHeldBuffers = false
    /// Whether windows get their frame from the compositor where a client asks.
    public var decoratesWindows = true
    /// Whether a window is given focus when it appears, with a second configure, as real compositors do.
    public var activatesNewWindows = true
    /// Where the time comes from.
    public var clock = Clock.virtual(startingAt: 1_000_000_000)

    /// The usual behaviour: 1280 × 720 pixels at 60 Hz, all globals and devices, a virtual clock.
    public init() {}

    /// The usual behaviour on an output of `width` × `height` pixels.
    public init(width: Int, height: Int, scale: Double = 1) {
      self.width = width
      self.height = height
      self.scale = scale
    }

    /// Returns the same configuration without the named interfaces.
    ///
    /// - Precondition: Each name is in `everyGlobal`.
    public func without(_ interfaces: String...) -> Configuration {
      var reduced = self
      for name in interfaces {
        precondition(Self.everyGlobal[name] != nil, "There is no global called \(name).")
        reduced.globals[name] = nil
      }
      return reduced
    }

    /// Returns the same configuration with one global of an older version.
    ///
    /// - Precondition: `interface` is in `everyGlobal`, and `version` in `1...` the one given there.
    public func with(_ interface: String, version: Int32) -> Configuration {
      guard let newest = Self.everyGlobal[interface] else {
        preconditionFailure("There is no global called \(interface).")
      }
      precondition((1...newest).contains(version), "\(interface) exists in versions 1 to \(newest).")
      var changed = self
      changed.globals[interface] = version
      return changed
    }

    /// Every global there is, in its newest version.
    public static let everyGlobal: [String: Int32] = [
      "wl_compositor": 5, "wl_subcompositor": 1, "wl_shm": 1, "wl_output": 4, "wl_seat": 8,
      "wl_data_device_manager": 3, "xdg_wm_base": 5, "wp_viewporter": 1, "wp_fractional_scale_manager_v1": 1,
      "wp_presentation": 1, "zxdg_decoration_manager_v1": 1, "wp_single_pixel_buffer_manager_v1": 1,
      "wp_cursor_shape_manager_v1": 1, "xdg_activation_v1": 1, "zwp_idle_inhibit_manager_v1": 1,
    ]
  }

  /// Where the time of events and frames comes from.
  public enum Clock: Equatable, Sendable {
    /// The time stands still until a frame or `advance(by:)` moves it; in nanoseconds.
    case virtual(startingAt: UInt64)
    /// The system's CLOCK_MONOTONIC.
    case monotonic
  }

  /// The size a window is told when it appears.
  public enum WindowSize: Equatable, Sendable {
    /// 0 × 0: the client chooses (xdg_toplevel.configure).
    case chosenByClient
    /// In units of length.
    case fixed(width: Int, height: Int)
    /// The whole output, as kiosk shells do.
    case output
  }

  /// When a buffer goes back to the client that committed it.
  public enum BufferRelease: Equatable, Sendable {
    /// With the commit itself, as compositors do that copy to a GPU.
    case immediately
    /// When the next one is committed.
    case whenReplaced
    /// One commit later than `whenReplaced`: two are held at a time, as wlroots' pixman renderer does.
    case keepingTwo
    /// When `Surface.releaseBuffers()` is called.
    case manually
  }
}

/// Kinds of input devices.
///
/// Wayland: `wl_seat.capability`.
public struct InputDevices: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let pointer = InputDevices(rawValue: 1)
  public static let keyboard = InputDevices(rawValue: 2)
  public static let touch = InputDevices(rawValue: 4)
}

/// How an output or the content of a buffer is turned, counter-clockwise, and mirrored.
///
/// Wayland: `wl_output.transform`.
public enum OutputTransform: UInt32, CaseIterable, Sendable {
  case normal, rotated90, rotated180, rotated270, flipped, flipped90, flipped180, flipped270

  /// Whether width and height change places.
  public var swapsAxes: Bool { rawValue & 1 == 1 }
}
