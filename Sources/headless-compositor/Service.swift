import CommandLineText
import ControlChannel
import Dispatch
import Glibc
import HeadlessCompositor

/// Runs the compositor on the main queue, with a socket, frames and signal handlers.
final class Service {
  private let compositor: Compositor
  private let options: Options
  private let watchdog: Watchdog
  private let commands: CommandReader?
  private let control: ControlServer?
  private let session: AccessibleSession?
  private var signals: [any DispatchSourceSignal] = []

  /// Opens the socket, prints its name and starts to serve clients.
  ///
  /// - Throws: `CompositorError` if the compositor or the socket cannot be created; `UsageError` if the file of commands
  ///   cannot be opened.
  init(_ options: Options) throws {
    self.options = options
    let compositor = try Compositor(options.configuration)
    self.compositor = compositor
    let session = try options.hasAccessibleSession ? AccessibleSession() : nil
    self.session = session
    let bus = AccessibleBus(address: session?.address)
    commands = try options.commands.map { try CommandReader(reading: $0, for: compositor) }
    control = try options.control.map {
      try ControlServer(
        path: $0,
        methods: CompositorControl(compositor, options).allMethods(for: bus),
        limits: CompositorControl.limits)
    }
    let name = try compositor.listen(on: options.socket)
    watchdog = Watchdog(
      socket: name, control: options.control,
      status: options.screenshot == nil ? .success : .cannotWrite)
    compositor.attach(presentingAt: options.frameRate)
    watch(SIGUSR1) { [unowned self] in _ = takeScreenshot() }
    watchdog.watch([SIGINT, SIGTERM]) { [unowned self] in end() }
    print("WAYLAND_DISPLAY=\(name)")
    if let session { print("DBUS_SESSION_BUS_ADDRESS=\(session.address)") }
    fflush(nil)
    if session != nil { Task { await bus.enableOrReport() } }
  }

  private func end() {
    // Suspend the watchdog, because the time to encode the image depends on its size.
    watchdog.suspend()
    let isWritten = takeScreenshot()
    watchdog.resume()
    control?.close()
    PictureFiles.removeUnfinished()
    session?.end()
    compositor.detach()
    compositor.close()
    endProgram(isWritten ? .success : .cannotWrite)
  }

  /// Writes the screenshot if the options request one.
  ///
  /// - Returns: False if the file cannot be written.
  private func takeScreenshot() -> Bool {
    guard let path = options.screenshot else { return true }
    do {
      try compositor.capture(includesCursor: true).writePNG(to: path)
      return true
    } catch {
      printError("\(error)")
      return false
    }
  }

  private func watch(_ number: Int32, _ action: @escaping () -> Void) {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated { action() } }
    source.resume()
    signals.append(source)
  }
}
