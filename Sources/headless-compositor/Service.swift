import Dispatch
import Glibc
import HeadlessCompositor

/// The compositor as a program: a socket, frames, and signals.
final class Service {
  private let compositor: Compositor
  private let options: Options
  private let watchdog: Watchdog
  private var signals: [any DispatchSourceSignal] = []

  /// Opens the socket and prints its name.
  init(_ options: Options) throws(CompositorError) {
    self.options = options
    compositor = try Compositor(options.configuration)
    let name = try compositor.listen(on: options.socket)
    watchdog = Watchdog(
      socket: name, status: options.screenshot == nil ? ExitCode.success : ExitCode.noScreenshot)
    compositor.attach(presentingAt: options.rate)
    watch(SIGUSR1) { [unowned self] in _ = takeScreenshot() }
    watchdog.watch([SIGINT, SIGTERM]) { [unowned self] in end() }
    print("WAYLAND_DISPLAY=\(name)")
    fflush(nil)
  }

  private func end() {
    // Encoding takes as long as the picture is large.
    watchdog.stopClock()
    let isFine = takeScreenshot()
    watchdog.startClock()
    compositor.detach()
    compositor.close()
    exit(isFine ? ExitCode.success : ExitCode.noScreenshot)
  }

  /// Returns false when the file could not be written.
  private func takeScreenshot() -> Bool {
    guard let path = options.screenshot else { return true }
    do {
      try compositor.capture(includesCursor: true).writePNG(to: path)
      return true
    } catch {
      complain("\(error)")
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

/// How the program ends; the numbers are those of sysexits(3).
enum ExitCode {
  static let success: Int32 = 0
  static let wrongArguments: Int32 = 64
  static let noCompositor: Int32 = 69
  static let noScreenshot: Int32 = 74
}

/// Writes one line to standard error.
nonisolated func complain(_ message: String) {
  let line = "headless-compositor: \(message)\n"
  _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
}
