import CarouselUI
import CommandLineText
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
  /// The only kiosk, or those of the screens that the configuration names.
  private var kiosk: KioskWindow?
  private var kiosks: OutputKiosks?
  /// The records of the open kiosks, by their outputs; an empty name for the only kiosk.
  private var records: [String: ShowRecord] = [:]
  private var startTimer: (any ScheduledTimer)?
  private var heartbeat: (any ScheduledTimer)?
  private lazy var control = KioskControl { [weak self] in self?.openKiosks ?? [] }
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
    // Dispatch handles a signal when its source is registered. Until then it ends the program at once; an ignored one would be lost.
    terminations = [SIGTERM, SIGINT, SIGHUP].map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { [self] in end(.success) }
      source.resume()
      return source
    }
  }
  private var terminations: [any DispatchSourceSignal] = []

  /// Closes the window, and ends the program when the state and the log are written.
  private func end(_ code: ExitCode) {
    // The disk or the compositor may hang.
    DispatchQueue.global().asyncAfter(deadline: .now() + 1) { _exit(code.rawValue) }
    service?.sendStopping()
    for record in records.values { record.end(at: Self.now()) }
    server?.close()
    for kiosk in openKiosks { kiosk.onClose = nil }
    application?.system.close()
    disk.run { endProgram(code) }
  }

  private func fail(_ reason: String) {
    printError(reason)
    end(.unavailable)
  }

  /// Ends the program at the request of the service. The service manager starts it again if it has failed.
  private func leave(restarts: Bool) { end(restarts ? .restart : .success) }

  private var openKiosks: [KioskWindow] { kiosks?.all ?? [kiosk].compactMap { $0 } }

  /// Lets other programs of the user control the kiosks.
  private func listen() {
    do { server = try options.control.open(control.methods, of: "carousel-kiosk") } catch {
      printError("\(error)")
    }
  }

  private func start() {
    for warning in options.configuration?.warnings ?? [] { printError(warning) }
    Allocator.returnLargeBlocksWhenFreed()
    // While no screen of the configuration is connected, there is no window.
    var settings = Application.Options()
    settings.quitsAfterLastWindow = false
    settings.reconnection = .toDisplay(within: Self.longestReconnection)
    do {
      let application = try Application.connect(options: settings)
      self.application = application
      let assignments = options.settings.outputs.assignments
      if assignments.isEmpty {
        kiosk = try open(options.content, in: application.system)
      } else {
        let kiosks = OutputKiosks(assignments, in: application.system) { [weak self] assignment, output in
          try? self?.open(assignment.content, in: application.system, on: output, of: assignments.count)
        }
        kiosks.onClose = { [weak self] name, _ in
          self?.records.removeValue(forKey: name)?.end(at: Self.now())
        }
        self.kiosks = kiosks
      }
      listen()
      endAtTermination()
      application.start()
      startHeartbeat(application.system)
    } catch {
      quit(.unavailable, "\(error)")
    }
  }

  /// Opens a kiosk.
  ///
  /// - Parameters:
  ///   - content: The path of a playlist or of a folder of pictures.
  ///   - output: The only screen of the kiosk; `nil` for the screens of the configuration.
  ///   - count: The number of kiosks that share the memory.
  private func open(
    _ content: String, in system: WindowSystem, on output: Output? = nil, of count: Int = 1
  ) throws(ConnectionError) -> KioskWindow {
    let (settings, name) = (options.settings, output?.name)
    let source = KioskSource(
      content, stateFolder: settings.stateFolder,
      copyName: name.map { "playlist-\($0).json" } ?? "playlist.json")
    let pipeline = PhotoPipeline(
      memory: settings.memory.map { ($0 << 20) / count }, thumbnails: .never, program: "carousel-kiosk",
      print: { printError($0) })
    weak var opened: KioskWindow?
    let record = ShowRecord(
      settings.stateFolder, output: name, disk, outputs: { opened?.outputNames ?? [] },
      report: { printError($0) })
    let kiosk = try KioskWindow(
      source, settings, pipeline, in: system, on: output, wallClock: SystemWallClock(),
      resumed: record.resumption(at: Self.now()))
    opened = kiosk
    records[name ?? ""] = record
    control.follow(kiosk)
    kiosk.onShow = { [weak self, weak record, weak kiosk] in
      self?.didShow($0, for: $1, $2, partner: kiosk?.shownPartner, record)
    }
    kiosk.onHide = { [weak record] in record?.end(at: Self.now()) }
    kiosk.onClose = { [weak self] in self?.fail("the connection to the compositor is lost") }
    kiosk.onLeave = { [weak self] in self?.leave(restarts: $0) }
    kiosk.ui.onFailure = { [weak self] in self?.fail("\($0)") }
    return kiosk
  }

  /// A compositor that restarts has this time, in seconds. Then the service manager starts the program again.
  private static let longestReconnection = 30.0

  private static func now() -> Int { time(nil) }

  private func didShow(
    _ id: KioskItemID, for duration: Double, _ reason: String, partner: String?, _ record: ShowRecord?
  ) {
    sendReady()
    if !hasShown, let configuration = options.configuration { disk.run { configuration.keep() } }
    hasShown = true
    record?.begin(id, at: Self.now(), duration: duration, partner: partner, reason: reason)
    service?.sendStatus("shows \(id.path)")
  }

  /// Whether an item was shown.
  private var hasShown = false
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
