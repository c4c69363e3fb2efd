internal import Desktop
internal import Testing

/// Tests which source each setting comes from, without a bus.
struct DesktopSettingsTests {
  private static let appearance = "org.freedesktop.appearance"
  private static let interface = "org.gnome.desktop.interface"

  private func settings(
    _ values: [(String, String, BusValue)], _ environment: DesktopEnvironment = DesktopEnvironment()
  ) -> DesktopSettings {
    let pairs = values.map { (SettingKey($0.0, $0.1), $0.2) }
    return DesktopSettings(values: Dictionary(uniqueKeysWithValues: pairs), environment: environment)
  }

  @Test(
    "The color scheme of `org.freedesktop.appearance` has priority over GNOME's and over the theme's",
    arguments: [
      (BusValue.uint32(0), ColorScheme.noPreference), (.uint32(1), .dark), (.uint32(2), .light),
      (.uint32(9), .noPreference),
    ])
  func theDesktopNeutralColorSchemeComesFirst(value: BusValue, expected: ColorScheme) {
    let found = settings(
      [(Self.appearance, "color-scheme", value), (Self.interface, "color-scheme", .string("prefer-dark"))],
      DesktopEnvironment(gtkTheme: "Adwaita:dark"))
    #expect(
      found.colorScheme == Setting(expected, from: .portal(SettingKey(Self.appearance, "color-scheme"))))
  }

  @Test(
    "If a color scheme has the wrong type, the next source is used",
    arguments: [BusValue.string("dark"), .int32(1), .double(.nan), .tuple([]), .bytes([1])])
  func aValueOfTheWrongTypeIs(value: BusValue) {
    let found = settings([
      (Self.appearance, "color-scheme", value), (Self.interface, "color-scheme", .string("prefer-light")),
    ])
    #expect(found.colorScheme.value == .light)
  }

  @Test(
    "The name of a GTK theme determines the color scheme and the contrast",
    arguments: [
      ("Adwaita:dark", ColorScheme.dark, Contrast.normal), ("Yaru-dark", .dark, .normal),
      ("HighContrast", .noPreference, .high), ("HighContrastInverse", .dark, .high),
      ("Darkness", .noPreference, .normal),
      ("", .noPreference, .normal),
    ])
  func theNameOfAThemeTellsScheme(theme: String, scheme: ColorScheme, contrast: Contrast) {
    let found = settings([], DesktopEnvironment(gtkTheme: theme))
    #expect(found.colorScheme.value == scheme)
    #expect(found.contrast.value == contrast)
    #expect(settings([(Self.interface, "gtk-theme", .string(theme))]).colorScheme.value == scheme)
  }

  @Test("If `reduced-motion` is missing or has the wrong type, motion is reduced when animations are off")
  func animationsThatAreOffReduceMotionUnless() {
    let off = (Self.interface, "enable-animations", BusValue.boolean(false))
    #expect(settings([off]).reducesMotion.value)
    #expect(!settings([off, (Self.appearance, "reduced-motion", .uint32(0))]).reducesMotion.value)
    #expect(settings([off, (Self.appearance, "reduced-motion", .boolean(false))]).reducesMotion.value)
  }

  @Test(
    "The text scale is clamped; if it is invalid, GDK_DPI_SCALE is used",
    arguments: [
      (1.25, 1.25), (0.01, 0.5), (1e300, 3), (.nan, 1.5), (.infinity, 1.5), (-2, 1.5), (0, 1.5),
    ])
  func theTextScaleIsClampedAndGDKDPISCALE(
    factor: Double, expected: Double
  ) {
    let found = settings(
      [(Self.interface, "text-scaling-factor", .double(factor))], DesktopEnvironment(dpiScale: "1.5"))
    #expect(found.textScale.value == expected)
  }

  @Test("The cursor theme and the size of cursors are those of GNOME; values of another type are ignored")
  func cursors() {
    let key = SettingKey(Self.interface, "cursor-size")
    let found = settings([
      (Self.interface, "cursor-size", .int32(48)), (Self.interface, "cursor-theme", .string("Adwaita")),
    ])
    #expect(found.cursorSize == Setting(48, from: .portal(key)) && found.cursorTheme.value == "Adwaita")
    let other = settings([
      (Self.interface, "cursor-size", .string("48")), (Self.interface, "cursor-theme", .int32(1)),
    ])
    #expect(other.cursorSize.value == nil && other.cursorTheme.value == nil)
  }

  @Test("GDK_DPI_SCALE is ignored if it is not a number") func gdkdpiscaleThatIsNoNumberIsIgnored() {
    #expect(settings([], DesktopEnvironment(dpiScale: "big")).textScale == Setting(1, from: .builtIn))
  }

  @Test(
    "If a component of the accent color is outside of 0...1, no accent color is set",
    arguments: [-0.1, 1.1, .nan, .infinity])
  func anAccentColorOutOfRangeMeans(component: Double) {
    let color = BusValue.tuple([.double(0), .double(component), .double(1)])
    let found = settings([
      (Self.appearance, "accent-color", color), (Self.interface, "accent-color", .string("teal")),
    ])
    #expect(
      found.accentColor == Setting(nil, from: .portal(SettingKey(Self.appearance, "accent-color"))))
  }

  @Test("If an accent color has the wrong type, the next source is used")
  func anAccentColorOfTheWrongType() {
    for value in [BusValue.tuple([.double(1)]), .tuple([.double(0), .int32(1), .double(1)]), .string("red")] {
      let found = settings([
        (Self.appearance, "accent-color", value), (Self.interface, "accent-color", .string("blue")),
      ])
      #expect(
        found.accentColor.value == AccentColor(red: 0x35 / 255.0, green: 0x84 / 255.0, blue: 0xe4 / 255.0))
    }
  }

  @Test(
    "Unknown buttons in a title bar's layout are ignored, and at most 16 are read on each side",
    arguments: [
      ("appmenu:minimize,maximize,close", [.appMenu], [.minimize, .maximize, .close]),
      ("close,close,unknown:", [.close], []), ("", [], []), (":::", [], []), ("icon", [.icon], []),
      (
        ":" + String(repeating: "spacer,", count: 40), [], Array(repeating: .spacer, count: 16)
      ),
    ] as [(String, [TitleBarButtons.Button], [TitleBarButtons.Button])])
  func aButtonLayoutIsReadAsFar(
    layout: String, leading: [TitleBarButtons.Button], trailing: [TitleBarButtons.Button]
  ) {
    let found = settings([("org.gnome.desktop.wm.preferences", "button-layout", .string(layout))])
    #expect(found.titleBarButtons.value == TitleBarButtons(leading: leading, trailing: trailing))
  }

  @Test("If the action of a double click is unknown, the default action is used")
  func anUnknownActionOfADoubleClick() {
    let key = "action-double-click-titlebar"
    let found = settings([("org.gnome.desktop.wm.preferences", key, .string("explode"))])
    #expect(found.titleBarDoubleClick == Setting(.toggleMaximize, from: .builtIn))
  }
}
