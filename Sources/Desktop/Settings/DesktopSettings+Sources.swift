extension DesktopSettings {
  /// Derives the settings from the values of the portal and the environment.
  ///
  /// - Parameter values: The portal's values, without the variants around them. Values of an undocumented type are
  ///   ignored.
  package init(values: [SettingKey: BusValue], environment: DesktopEnvironment) {
    func portal<Value>(_ key: SettingKey, _ read: (BusValue) -> Value?) -> Setting<Value>? {
      values[key].flatMap(read).map { Setting($0, from: .portal(key)) }
    }
    let theme = environment.gtkTheme.flatMap { $0.isEmpty ? nil : ThemeName($0) }
    func themeSetting<Value>(_ value: (ThemeName) -> Value?) -> Setting<Value>? {
      portal(.gnomeTheme) { $0.text.map(ThemeName.init).flatMap(value) }
        ?? theme.flatMap(value).map { Setting($0, from: .environment(variable: "GTK_THEME")) }
    }

    self.init()
    if let found = portal(.colorScheme, { $0.number.map(ColorScheme.init(number:)) })
      ?? portal(.gnomeColorScheme, { $0.text.flatMap(ColorScheme.init(gnomeName:)) })
      ?? themeSetting(\.colorScheme)
    {
      colorScheme = found
    }
    if let found = portal(.contrast, { $0.number.map { $0 == 1 ? Contrast.high : .normal } })
      ?? portal(.gnomeHighContrast, { $0.flag.map { $0 ? Contrast.high : .normal } })
      ?? themeSetting(\.contrast)
    {
      contrast = found
    }
    if let found = portal(.reducedMotion, { $0.number.map { $0 == 1 } })
      ?? portal(.gnomeAnimations, { $0.flag.map { !$0 } })
    {
      reducesMotion = found
    }
    if let found = portal(.gnomeTextScaling, { $0.real.flatMap(Self.textScale) })
      ?? environment.dpiScale.flatMap(Double.init).flatMap(Self.textScale).map({
        Setting($0, from: .environment(variable: "GDK_DPI_SCALE"))
      })
    {
      textScale = found
    }
    if let found = portal(.accentColor, { AccentColor.read($0) })
      ?? portal(.gnomeAccentColor, { $0.text.flatMap(AccentColor.init(gnomeName:)).map(Optional.some) })
    {
      accentColor = found
    }
    if let found = portal(.gnomeCursorTheme, { $0.text.map(Optional.some) }) { cursorTheme = found }
    if let found = portal(.gnomeCursorSize, { $0.integer.map { Optional.some(Int($0)) } }) {
      cursorSize = found
    }
    if let found = portal(.gnomeButtonLayout, { $0.text.map(TitleBarButtons.init(layout:)) }) {
      titleBarButtons = found
    }
    if let found = portal(.gnomeDoubleClick, { $0.text.flatMap(TitleBarAction.init(rawValue:)) }) {
      titleBarDoubleClick = found
    }
  }

  /// Clamps a factor to `0.5...3`, the range of GNOME's settings. A factor outside of this range is an error or makes
  /// text unreadable.
  private static func textScale(_ factor: Double) -> Double? {
    factor.isFinite && factor > 0 ? min(max(factor, 0.5), 3) : nil
  }
}

/// The name of a GTK theme with its variant, such as `Adwaita:dark`, `Adwaita-dark` or `HighContrastInverse`.
private struct ThemeName {
  let colorScheme: ColorScheme?
  let contrast: Contrast?

  init(_ text: String) {
    let name = text.lowercased()
    let isInverse = name.hasPrefix("highcontrastinverse")
    colorScheme = isInverse || name.hasSuffix(":dark") || name.hasSuffix("-dark") ? .dark : nil
    contrast = name.hasPrefix("highcontrast") ? .high : nil
  }
}

extension ColorScheme {
  /// Portal: `org.freedesktop.appearance color-scheme`. An unknown number means "no preference".
  fileprivate init(number: UInt32) {
    self =
      switch number {
      case 1: .dark
      case 2: .light
      default: .noPreference
      }
  }

  fileprivate init?(gnomeName: String) {
    switch gnomeName {
    case "default": self = .noPreference
    case "prefer-dark": self = .dark
    case "prefer-light": self = .light
    default: return nil
    }
  }
}

extension AccentColor {
  /// Reads three numbers. The outer optional is `nil` for a value of another type; the inner optional is `nil` for "no
  /// color".
  fileprivate static func read(_ value: BusValue) -> AccentColor?? {
    guard case .tuple(let parts) = value, parts.count == 3, let red = parts[0].real,
      let green = parts[1].real,
      let blue = parts[2].real
    else { return nil }
    return .some(AccentColor(red: red, green: green, blue: blue))
  }

  /// Creates libadwaita's color for a color name of GNOME.
  fileprivate init?(gnomeName: String) {
    let colors: [String: UInt32] = [
      "blue": 0x3584e4, "teal": 0x2190a4, "green": 0x3a944a, "yellow": 0xc88800, "orange": 0xed5b00,
      "red": 0xe62d42, "pink": 0xd56199, "purple": 0x9141ac, "slate": 0x6f8396,
    ]
    guard let color = colors[gnomeName] else { return nil }
    self.init(
      red: Double(color >> 16) / 255, green: Double(color >> 8 & 0xff) / 255, blue: Double(color & 0xff) / 255
    )
  }
}

extension BusValue {
  fileprivate var number: UInt32? { if case .uint32(let number) = self { number } else { nil } }
  fileprivate var integer: Int32? { if case .int32(let number) = self { number } else { nil } }
  fileprivate var flag: Bool? { if case .boolean(let flag) = self { flag } else { nil } }
  fileprivate var real: Double? { if case .double(let number) = self { number } else { nil } }
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
