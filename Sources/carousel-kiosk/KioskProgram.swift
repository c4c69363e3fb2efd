import CarouselUI
import ControlChannel
import Dispatch
import Glibc
import Kiosk
import KioskUI
import PhotoBrowserUI
import Photos
import Threads

/// Shows a kiosk in the session, keeps its state and its log, and notifies the service manager.
final class KioskProgram {
  private let options: KioskOptions
  /// Writes the state and the log.
  private let disk = WorkerThreads(count: 1, maxWaitingCount: 200)
  private let service = ServiceNotifier { name in getenv(name).map { String(cString: $0) } }
  private var application: Application?
  private var kiosk: KioskWindow?
  private var record: ShowRecord?
  private var startTimer: (any ScheduledTimer)?
  private var heartbeat: (any ScheduledTimer)?
  private var control: KioskControl?
  private var server: ControlServer?

  /// The program of this process.
  private static var running: KioskProgram?

  /// Opens the window. The program continues on Dispatch's main queue.
  static func start(_ options: KioskOptions) {
    let program = KioskProgram(options)
    running = program
    program.start()
  }

  private init(_ options: KioskOptions) { self.options = options }

  /// Closes the window when a signal ends the program.
  private func endAtTermination() {
    // A reader of standard error may end.
    signal(SIGPIPE, SIG_IGN)
    terminations = [SIGTERM, SIGINT, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { [self] in end(.success) }
      source.resume()
      return source
    }
  }
  private var terminations: [any DispatchSourceSignal] = []

  /// Closes the window, and ends the program when the state and the log are written.
  private func end(_ code: ExitCode) {
    let code = code.rawValue
    // The disk or the compositor may hang.
    DispatchQueue.global().asyncAfter(deadline: .now() + 1) { _exit(code) }
    service?.sendStopping()
    record?.end(at: Self.now())
    server?.close()
    kiosk?.onClose = nil
    application?.system.close()
    disk.run { exit(code) }
  }

  private func fail(_ reason: String) {
    printError(reason)
    end(.unavailable)
  }

  /// Ends the program at the request of the service. The service manager starts it again if it has failed.
  private func leave(restarts: Bool) { end(restarts ? .restart : .success) }

  /// Lets other programs of the user control the kiosk.
  private func listen(to kiosk: KioskWindow) {
    let control = KioskControl(of: kiosk)
    self.control = control
    do { server = try Requests.listen(control.methods, at: options.control) } catch { printError("\(error)") }
  }

  private func start() {
    Allocator.returnLargeBlocksWhenFreed()
    let source = KioskSource(options.content, stateFolder: options.settings.stateFolder)
    var settings = Application.Options()
    settings.quitsAfterLastWindow = false
    settings.reconnection = .toDisplay(within: Self.longestReconnection)
    let pipeline = PhotoPipeline(
      memory: options.settings.memory.map { $0 << 20 }, thumbnails: .never, program: "carousel-kiosk",
      print: { printError($0) })
    let record = ShowRecord(options.settings.stateFolder, disk, report: { printError($0) })
    self.record = record
    do {
      let application = try Application.connect(options: settings)
      let kiosk = try KioskWindow(
        source, options.settings, pipeline, in: application.system, wallClock: SystemWallClock(),
        resumed: record.resumption(at: Self.now()))
      kiosk.onShow = { [weak self] in self?.didShow($0, for: $1, $2) }
      kiosk.onHide = { [weak self] in self?.record?.end(at: Self.now()) }
      kiosk.onClose = { [weak self] in self?.fail("the connection to the compositor is lost") }
      kiosk.onLeave = { [weak self] in self?.leave(restarts: $0) }
      kiosk.ui.onFailure = { [weak self] in self?.fail("\($0)") }
      (self.kiosk, self.application) = (kiosk, application)
      listen(to: kiosk)
      endAtTermination()
      application.start()
      startHeartbeat(application.system)
    } catch {
      quit(.unavailable, "\(error)")
    }
  }

  /// A compositor that restarts has this time, in seconds. Then the service manager starts the program again.
  private static let longestReconnection = 30.0

  private static func now() -> Int { time(nil) }

  private func didShow(_ id: KioskItemID, for duration: Double, _ reason: String) {
    sendReady()
    record?.begin(id, at: Self.now(), duration: duration, reason: reason)
    service?.sendStatus("shows \(id.path)")
  }

  /// Whether the service manager knows that the kiosk works.
  private var isReady = false

  private func sendReady() { if !isReady, service?.sendReady() == true { isReady = true } }

  /// A display that sleeps shows no first item. The kiosk is then ready nevertheless after this time, in seconds.
  private static let longestStart = 10.0

  /// Sends heartbeats from the main queue, which handles input and draws frames.
  private func startHeartbeat(_ system: WindowSystem) {
    guard let service else { return }
    startTimer = system.scheduler.timer(after: Self.longestStart, every: nil) { [weak self] in
      self?.sendReady()
    }
    guard let seconds = service.watchdogTime else { return }
    heartbeat = system.scheduler.timer(after: 0, every: seconds / 2) { service.sendHeartbeat() }
  }
}
