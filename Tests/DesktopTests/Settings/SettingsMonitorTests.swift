internal import BusFixtures
internal import Desktop
internal import Synchronization
internal import TestSupport
import Testing

@Suite(.enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"), .timeLimit(.minutes(10)))
@MainActor
struct SettingsMonitorTests {
  nonisolated private static let dark = "({'org.freedesktop.appearance': {'color-scheme': <uint32 1>}},)"

  @Test("The monitor reads all settings from the portal") func theMonitorReadsAllSettingsFromThe()
    async throws
  {
    let bus = try await PrivateBus.start()
    let portal = try await FakePortal.start(on: bus) { _ in
      .values(
        """
        ({'org.freedesktop.appearance': {'color-scheme': <uint32 1>, 'contrast': <uint32 1>,
          'reduced-motion': <uint32 1>, 'accent-color': <(0.25, 0.5, 1.0)>},
          'org.gnome.desktop.interface': {'text-scaling-factor': <1.5>},
          'org.gnome.desktop.wm.preferences': {'button-layout': <'close:menu'>,
          'action-double-click-titlebar': <'minimize'>}},)
        """)
    }
    let monitor = SettingsMonitor(bus: SessionBus(environment: bus.environment), environment: bus.environment)
    #expect(monitor.status == .reading)
    let settings = await monitor.firstRead()

    #expect(monitor.status == .live)
    #expect(
      settings.colorScheme
        == Setting(.dark, from: .portal(SettingKey("org.freedesktop.appearance", "color-scheme"))))
    #expect(settings.contrast.value == .high)
    #expect(settings.reducesMotion.value)
    #expect(settings.accentColor.value == AccentColor(red: 0.25, green: 0.5, blue: 1))
    #expect(settings.textScale.value == 1.5)
    #expect(settings.titleBarButtons.value == TitleBarButtons(leading: [.close], trailing: [.menu]))
    #expect(settings.titleBarDoubleClick.value == .minimize)
    let call = try await portal.next("ReadAll")
    #expect(call?.arguments.contains("'org.gnome.desktop.interface'") == true)
  }

  @Test("Changes are reported as a sequence") func changesAreReportedAsASequence() async throws {
    let bus = try await PrivateBus.start()
    let portal = try await FakePortal.start(on: bus) { _ in .values(Self.dark) }
    let monitor = SettingsMonitor(bus: SessionBus(environment: bus.environment), environment: bus.environment)
    _ = await monitor.firstRead()
    var updates = monitor.updates().makeAsyncIterator()
    #expect(await updates.next()?.colorScheme.value == .dark)

    let change = { portal.emit("SettingChanged", interface: "Settings", $0) }
    change("('org.example', 'color-scheme', <uint32 2>)")
    change("('org.freedesktop.appearance', 'color-scheme')")
    change("('org.freedesktop.appearance', 'color-scheme', <uint32 2>)")
    #expect(await updates.next()?.colorScheme.value == .light)
    // A value of the wrong type is ignored, so the setting comes from its next source, here the built-in default.
    change("('org.freedesktop.appearance', 'color-scheme', <'dark'>)")
    #expect(await updates.next()?.colorScheme == Setting(.noPreference, from: .builtIn))

    monitor.stop()
    #expect(await updates.next() == nil)
  }

  @Test("Changes are reported to a closure, on the main actor") func changesAreReportedToAClosure()
    async throws
  {
    let bus = try await PrivateBus.start()
    let portal = try await FakePortal.start(on: bus) { _ in .values(Self.dark) }
    let monitor = SettingsMonitor(bus: SessionBus(environment: bus.environment), environment: bus.environment)
    let (changes, report) = AsyncStream.makeStream(of: ColorScheme.self)
    monitor.onChange = {
      MainActor.assertIsolated()
      report.yield($0.colorScheme.value)
    }
    var received = changes.makeAsyncIterator()
    #expect(await received.next() == .dark)
    portal.emit(
      "SettingChanged", interface: "Settings", "('org.freedesktop.appearance', 'color-scheme', <uint32 2>)")
    #expect(await received.next() == .light)
    monitor.stop()
  }

  @Test("If a setting changes during the first read, the changed value replaces the read value")
  func aChangeDuringTheFirstReadIs() async throws {
    let bus = try await PrivateBus.start()
    let box = Mutex<FakePortal?>(nil)
    let portal = try await FakePortal.start(on: bus) { _ in
      // Send the signal before the reply, with a value that differs from the reply's value.
      box.withLock { $0 }?.emit(
        "SettingChanged", interface: "Settings", "('org.freedesktop.appearance', 'color-scheme', <uint32 2>)")
      return .values(Self.dark)
    }
    box.withLock { $0 = portal }
    let monitor = SettingsMonitor(bus: SessionBus(environment: bus.environment), environment: bus.environment)
    #expect(await monitor.firstRead().colorScheme.value == .light)
    box.withLock { $0 = nil }
  }

  @Test("If no portal is running, the settings come from the environment")
  func withoutAPortalTheEnvironmentAnswers() async throws {
    let bus = try await PrivateBus.start()
    var environment = bus.environment
    environment.gtkTheme = "Adwaita:dark"
    let monitor = SettingsMonitor(bus: SessionBus(environment: environment), environment: environment)
    #expect(monitor.settings.colorScheme.value == .dark, "before the portal has replied")
    let settings = await monitor.firstRead()
    #expect(settings.colorScheme == Setting(.dark, from: .environment(variable: "GTK_THEME")))
    #expect(monitor.status == .unavailable(.noPortal))
  }

  @Test("If the portal starts later, its settings are read then")
  func aPortalThatStartsLaterIsRead() async throws {
    let bus = try await PrivateBus.start()
    let monitor = SettingsMonitor(bus: SessionBus(environment: bus.environment), environment: bus.environment)
    _ = await monitor.firstRead()
    #expect(monitor.status == .unavailable(.noPortal))
    var updates = monitor.updates().makeAsyncIterator()
    #expect(await updates.next()?.colorScheme.value == .noPreference)

    let first = try await FakePortal.start(on: bus) { _ in .values(Self.dark) }
    #expect(await updates.next()?.colorScheme.value == .dark)
    first.stop()
    let second = try await FakePortal.start(on: bus) { _ in
      .values("({'org.freedesktop.appearance': {'color-scheme': <uint32 2>}},)")
    }
    #expect(await updates.next()?.colorScheme.value == .light)
    #expect(monitor.status == .live)
    second.stop()
  }

  @Test(
    "If the reply to ReadAll has the wrong type, each key is read separately",
    arguments: [
      "(uint32 7,)", "()", "({'org.freedesktop.appearance': <uint32 1>},)", "('a', 'b')",
      "(@a{sa{sv}} {}, 1)",
    ])
  func afterAReadAllOfTheWrongType(reply: String) async throws {
    let bus = try await PrivateBus.start()
    let portal = try await FakePortal.start(on: bus) { call in
      switch (call.member, call.arguments) {
      case ("ReadAll", _): .values(reply)
      case (_, "('org.freedesktop.appearance', 'color-scheme')"): .values("(<<uint32 1>>,)")
      case (_, "('org.freedesktop.appearance', 'contrast')"): .values("(uint32 1,)")
      default: .error(name: "org.freedesktop.portal.Error.NotFound", message: "Requested setting not found")
      }
    }
    let monitor = SettingsMonitor(bus: SessionBus(environment: bus.environment), environment: bus.environment)
    let settings = await monitor.firstRead()
    #expect(monitor.status == .live)
    #expect(settings.colorScheme.value == .dark)
    #expect(settings.contrast == Setting(.normal, from: .builtIn), "a value outside of a variant is ignored")
    portal.stop()
  }

  @Test("If the portal does not offer settings, the error names the interface")
  func aPortalWithoutSettingsIsReportedBy() async throws {
    let bus = try await PrivateBus.start()
    let portal = try await FakePortal.start(on: bus) { _ in
      .error(name: "org.freedesktop.DBus.Error.UnknownMethod", message: "No such interface")
    }
    let monitor = SettingsMonitor(bus: SessionBus(environment: bus.environment), environment: bus.environment)
    _ = await monitor.firstRead()
    #expect(monitor.status == .unavailable(.missingInterface("org.freedesktop.portal.Settings")))
    portal.stop()
  }

  @Test("If the portal never replies, the read times out")
  func aPortalThatNeverAnswersTimesOut() async throws {
    let bus = try await PrivateBus.start()
    let portal = try await FakePortal.start(on: bus) { _ in .nothing }
    let session = SessionBus(environment: bus.environment, timeout: .milliseconds(200))
    let monitor = SettingsMonitor(bus: session, environment: bus.environment)
    _ = await monitor.firstRead()
    #expect(
      monitor.status == .unavailable(.timedOut(method: "org.freedesktop.portal.Settings.ReadAll")))
    portal.stop()
  }

  @Test("If the bus ends during the read, the status reports it")
  func aBusThatEndsDuringTheRead() async throws {
    let bus = try await PrivateBus.start()
    let portal = try await FakePortal.start(on: bus) { _ in .nothing }
    let monitor = SettingsMonitor(bus: SessionBus(environment: bus.environment), environment: bus.environment)
    _ = try await portal.next("ReadAll")
    bus.kill()
    _ = await monitor.firstRead()
    #expect(monitor.status == .unavailable(.busDisconnected))
  }

  @Test("If the portal ends during the read, the status reports it")
  func aPortalThatEndsDuringTheRead() async throws {
    let bus = try await PrivateBus.start()
    let portal = try await FakePortal.start(on: bus) { _ in .nothing }
    let monitor = SettingsMonitor(bus: SessionBus(environment: bus.environment), environment: bus.environment)
    _ = try await portal.next("ReadAll")
    portal.stop()
    _ = await monitor.firstRead()
    #expect(monitor.status == .unavailable(.portalEnded))
  }

  @Test("If another portal takes over during the read, the settings are read from the new portal")
  func aPortalThatReplacesAnotherOne() async throws {
    let bus = try await PrivateBus.start()
    let old = try await FakePortal.start(on: bus) { _ in .nothing }
    let monitor = SettingsMonitor(bus: SessionBus(environment: bus.environment), environment: bus.environment)
    var updates = monitor.updates().makeAsyncIterator()
    _ = await updates.next()
    let call = try #require(await old.next("ReadAll"))
    let new = try await FakePortal.start(on: bus) { _ in
      .values("({'org.freedesktop.appearance': {'contrast': <uint32 1>}},)")
    }
    old.reply(to: call, Self.dark)
    // If the notification of the new portal arrives first, the settings of the old portal may be skipped.
    var settings = await updates.next()
    while let current = settings, current.contrast.value != .high { settings = await updates.next() }
    #expect(settings?.contrast.value == .high)
    #expect(monitor.settings.colorScheme.value == .noPreference)
    new.stop()
  }

  @Test("When a monitor is no longer used, it is deallocated, even during a read")
  func aMonitorWithoutAnOwnerEnds() async throws {
    let bus = try await PrivateBus.start()
    let portal = try await FakePortal.start(on: bus) { _ in .nothing }
    let observer = try await SessionBus(environment: bus.environment).connection()
    weak var ended: SettingsMonitor?
    var updates: AsyncStream<DesktopSettings>.Iterator?
    var call: FakeCall?
    do {
      let session = SessionBus(environment: bus.environment, timeout: .seconds(3600))
      let monitor = SettingsMonitor(bus: session, environment: bus.environment)
      updates = monitor.updates().makeAsyncIterator()
      ended = monitor
      call = try await portal.next("ReadAll")
    }
    #expect(await updates?.next() != nil)
    #expect(await updates?.next() == nil)
    #expect(ended == nil)

    // The canceled read releases its connection, and the bus reports that the name of the connection has no
    // owner.
    let name = try #require(call?.sender)
    let gone = BusMethod(
      service: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
      name: "NameHasOwner")
    let events = ReportQueue<BusEvent>()
    let subscription = observer.subscribe(
      to: BusSignalPattern(
        sender: gone.service, path: gone.path, interface: gone.interface, name: "NameOwnerChanged",
        firstArgument: name)
    ) { events.report($0) }
    if try await observer.call(gone, [.string(name)], timeout: .seconds(25)) == [.boolean(true)] {
      _ = try await events.next("the end of the connection")
    }
    subscription.cancel()
    portal.stop()
  }
}
