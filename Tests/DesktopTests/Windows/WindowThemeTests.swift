import BusFixtures
import CarouselUI
import Desktop
import Drawing
import Foundation
import HeadlessCompositor
import Testing

/// Tests of windows that use the desktop's settings.
@MainActor
@Suite(.enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"), .timeLimit(.minutes(10)))
struct WindowThemeTests {
  /// A carousel window without items, in a compositor of the test.
  @MainActor
  private final class Rig {
    let compositor: Compositor
    let system: WindowSystem
    let window: CarouselWindow

    init(
      _ monitor: SettingsMonitor?,
      configuration: Compositor.Configuration = .init(width: 320, height: 200)
    ) throws {
      let compositor = try Compositor(configuration)
      self.compositor = compositor
      let scheduler = ManualScheduler()
      system = try WindowSystem(
        descriptor: compositor.connect(), clock: { Double(compositor.now) / 1e9 }, scheduler: scheduler)
      window = CarouselWindow(
        title: "Theme", appID: "theme", size: Size(width: 320, height: 200), system: system,
        textures: TextureCache(queue: makePaintQueue(on: scheduler)),
        // The session of the tests may have a cursor theme of its own.
        appearance: monitor.map { DesktopAppearance($0) { _ in nil } })
      compositor.dispatchClients = { [weak system] in system?.dispatch() }
      compositor.run(frames: 3)
    }

    var theme: Theme { window.contentView.effectiveTheme }
    var ground: UInt32 {
      compositor.run(frames: 3)
      return compositor.capture()[10, 190]
    }
  }

  private func monitor(_ bus: PrivateBus) -> SettingsMonitor {
    SettingsMonitor(bus: SessionBus(environment: bus.environment), environment: bus.environment)
  }

  @Test(
    "A window has the desktop's colors, contrast, text scale and motion, and follows their changes"
  )
  func follows() async throws {
    let bus = try await PrivateBus.start()
    let portal = try await FakePortal.start(on: bus) { _ in
      .values(
        """
        ({'org.freedesktop.appearance': {'color-scheme': <uint32 1>, 'contrast': <uint32 0>,
          'reduced-motion': <uint32 1>, 'accent-color': <(0.25, 0.5, 1.0)>},
          'org.gnome.desktop.interface': {'text-scaling-factor': <1.5>}},)
        """)
    }
    let monitor = monitor(bus)
    let rig = try Rig(monitor)
    #expect(rig.theme.colors == .light, "the defaults apply until the portal replies")
    #expect(rig.ground == 0xfffa_fafb)
    _ = await monitor.firstRead()
    var expected = Theme.dark
    expected.accentColor = Color(red: 0.25, green: 0.5, blue: 1)
    expected.textScale = 1.5
    expected.isMotionReduced = true
    #expect(rig.theme == expected)
    #expect(rig.window.carousel.reducesMotion)
    #expect(rig.ground == 0xff22_2226)

    var updates = monitor.updates().makeAsyncIterator()
    _ = await updates.next()
    portal.emit(
      "SettingChanged", interface: "Settings", "('org.freedesktop.appearance', 'contrast', <uint32 1>)")
    _ = await updates.next()
    #expect(rig.theme.colors.isHighContrast && rig.theme.colors.window == .black)
    portal.emit(
      "SettingChanged", interface: "Settings", "('org.freedesktop.appearance', 'reduced-motion', <uint32 0>)")
    _ = await updates.next()
    #expect(!rig.window.carousel.reducesMotion)
  }

  @Test(
    "Without cursor shapes of the compositor, cursors have the desktop's size, and follow its changes",
    .enabled(
      if: FileManager.default.fileExists(atPath: "/usr/share/icons/Adwaita/cursors/left_ptr"),
      "needs the cursors of adwaita-icon-theme"))
  func cursorSize() async throws {
    let bus = try await PrivateBus.start()
    let portal = try await FakePortal.start(on: bus) { _ in
      .values("({'org.gnome.desktop.interface': {'cursor-size': <48>, 'cursor-theme': <'Adwaita'>}},)")
    }
    let monitor = monitor(bus)
    let rig = try Rig(
      monitor,
      configuration: .init(width: 320, height: 200).without("wp_cursor_shape_manager_v1"))
    func imageSize() -> Int {
      rig.compositor.run(frames: 3)
      guard case .surface(let surface, _, _) = rig.compositor.seat.pointer.cursor else { return 0 }
      return surface.bufferSize.width
    }
    rig.compositor.seat.pointer.move(to: (100, 100))
    _ = await monitor.firstRead()
    #expect(imageSize() == 48)
    var updates = monitor.updates().makeAsyncIterator()
    _ = await updates.next()
    portal.emit(
      "SettingChanged", interface: "Settings", "('org.gnome.desktop.interface', 'cursor-size', <96>)")
    _ = await updates.next()
    #expect(imageSize() == 96)
  }

  @Test("A theme or a background set by the program has priority over the desktop's")
  func programWins() async throws {
    let bus = try await PrivateBus.start()
    let portal = try await FakePortal.start(on: bus) { _ in
      .values("({'org.freedesktop.appearance': {'color-scheme': <uint32 2>}},)")
    }
    let monitor = monitor(bus)
    let rig = try Rig(monitor)
    rig.window.theme = .highContrastDark
    _ = await monitor.firstRead()
    #expect(rig.theme == .highContrastDark)
    rig.window.theme = nil
    #expect(rig.theme == .light)
    rig.window.backgroundColor = Color(hex: 0x00FF00)
    #expect(rig.ground == 0xff00_ff00)
    withExtendedLifetime(portal) {}
  }

  @Test(
    "If there is no session bus, the theme is the default one that matches the background set by the program")
  func withoutBus() throws {
    let environment = DesktopEnvironment()
    let monitor = SettingsMonitor(bus: SessionBus(environment: environment), environment: environment)
    let rig = try Rig(monitor)
    #expect(rig.theme == .light && rig.ground == 0xfffa_fafb)
    rig.window.prefersDarkTheme = true
    #expect(rig.theme == .dark && rig.ground == 0xff16_181d)
    rig.window.backgroundColor = .white
    #expect(rig.theme == .light)
    #expect(monitor.status != .live)
  }
}
