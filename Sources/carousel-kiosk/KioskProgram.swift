import CarouselUI
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
  private let disk = WorkerThreads(count: 1)
  private let service = ServiceNotifier { name in getenv(name).map { String(cString: $0) } }
  private var application: Application?
  private var kiosk: KioskWindow?
  private var record: ShowRecord?
  private var heartbeat: (any ScheduledTimer)?

  /// The program of this process.
  private static var running: KioskProgram?

  /// Opens the window. The program continues on Dispatch's main queue.
  static func start(_ options: KioskOptions) {
    let program = KioskProgram(options)
    running = program
    program.start()
  }

  private init(_ options: KioskOptions) { self.options = options }

  /// Closes the window when the signal SIGTERM ends the program. A last line of the log and the state are written before.
  private func endAtTermination() {
    signal(SIGTERM, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .main)
    source.setEventHandler { [self] in
      service?.sendStopping()
      kiosk?.onClose = nil
      application?.system.close()
      // The disk may hang.
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) { exit(ExitCode.success.rawValue) }
      disk.run { exit(ExitCode.success.rawValue) }
    }
    source.resume()
    termination = source
  }
  private var termination: (any DispatchSourceSignal)?

  private func start() {
    Allocator.returnLargeBlocksWhenFreed()
    let source: KioskSource
    do { source = try KioskSource(options.content) } catch { quit(.noInput, "\(error)") }
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
        source, options.settings, pipeline, in: application.system, wallClock: Self.now,
        resumed: record.resumption(at: Self.now()))
      kiosk.onShow = { [weak self] in self?.didShow($0, for: $1) }
      kiosk.onClose = { quit(.unavailable, "the connection to the compositor is lost") }
      kiosk.ui.onFailure = { quit(.unavailable, "\($0)") }
      (self.kiosk, self.application) = (kiosk, application)
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

  private func didShow(_ id: KioskItemID, for duration: Double) {
    if record?.shown == nil { service?.sendReady() }
    record?.begin(id, at: Self.now(), duration: duration)
    service?.sendStatus("shows \(id.path)")
  }

  /// Sends heartbeats from the main queue, which handles input and draws frames.
  private func startHeartbeat(_ system: WindowSystem) {
    guard let service, let seconds = service.watchdogTime else { return }
    heartbeat = system.scheduler.timer(after: 0, every: seconds / 2) { service.sendHeartbeat() }
  }
}
