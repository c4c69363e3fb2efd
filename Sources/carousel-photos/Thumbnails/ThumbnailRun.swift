import CarouselUI
import CommandLineText
import DecoderClient
import DecoderProtocol
import Dispatch
import Glibc
import Photos
import Threads

/// Writes the missing thumbnails of photos on several threads, shows the progress on a terminal, and ends the
/// program. Ctrl-C cancels the photos in progress.
final class ThumbnailRun {
  private nonisolated struct State {
    var next = 0
    var progress: ThumbnailProgress
    var firstProblems: [String] = []
    /// Whether the system, and not the content of a photo, was the reason of a failure.
    var hasSystemFailure = false
    var threads = 0
  }

  /// The number of problems that are printed. Further problems are only counted.
  private nonisolated static let shownProblems = 5

  private let photos: [Photo]
  private let monitor: Monitor<State>
  private let decoder: PhotoDecoder
  private let cancellation = Cancellation()
  private let threadCount: Int
  private var interrupt: (any DispatchSourceSignal)?
  private var timer: (any DispatchSourceTimer)?
  private let isTerminal = isatty(STDERR_FILENO) != 0

  init(_ photos: [Photo], memory: Int?) {
    self.photos = photos
    monitor = Monitor(State(progress: ThumbnailProgress(count: photos.count)))
    var options = DecoderPool.Options()
    options.onNotice = { printError($0) }
    if let memory { options.limits.workingBytes = min(options.limits.workingBytes, memory) }
    threadCount = max(1, min(options.helperCount, photos.count))
    decoder = PhotoDecoder(options, store: ThumbnailStore(program: Usage.programAndVersion))
  }

  /// Starts the threads. The program ends after the last photo.
  func start() {
    signal(SIGINT, SIG_IGN)
    let interrupt = DispatchSource.makeSignalSource(signal: SIGINT, queue: .main)
    interrupt.setEventHandler { [cancellation] in cancellation.cancel() }
    interrupt.resume()
    self.interrupt = interrupt
    if isTerminal {
      let timer = DispatchSource.makeTimerSource(queue: .main)
      timer.schedule(deadline: .now(), repeating: 0.1)
      timer.setEventHandler { [weak self] in self?.showProgress() }
      timer.resume()
      self.timer = timer
    }
    let (photos, monitor, decoder, cancellation) = (photos, monitor, decoder, cancellation)
    monitor.withLock { $0.threads = threadCount }
    for _ in 0..<threadCount {
      let isStarted = SystemThread.startDetached(niceIncrement: SystemThread.backgroundNiceIncrement) {
        Self.work(on: photos, monitor, decoder, cancellation)
        let isLast = monitor.withLock { state in
          state.threads -= 1
          return state.threads == 0
        }
        if isLast { DispatchQueue.main.async { [self] in finish() } }
      }
      if !isStarted {
        quit(.unavailable, "no thread can be started; raise the limit of processes (ulimit -u)")
      }
    }
  }

  private nonisolated static func work(
    on photos: [Photo], _ monitor: Monitor<State>, _ decoder: PhotoDecoder,
    _ cancellation: Cancellation
  ) {
    while !cancellation.isCanceled {
      let index = monitor.withLock { state in
        defer { state.next += 1 }
        return state.next
      }
      guard index < photos.count else { return }
      do {
        let outcome = try decoder.makeThumbnail(of: photos[index], cancellation: cancellation)
        monitor.withLock { state in
          switch outcome {
          case .made: state.progress.addMade()
          case .unneeded: state.progress.addUnneeded()
          case .failedBefore: state.progress.addFailed()
          }
        }
      } catch let error as PhotoError where error.reason == .canceled {
        return
      } catch {
        monitor.withLock { state in
          state.progress.addFailed()
          if isOfSystem(error) { state.hasSystemFailure = true }
          if state.firstProblems.count < shownProblems { state.firstProblems.append("\(error)") }
        }
      }
    }
  }

  /// Whether an error is not due to a photo: a thumbnail could not be written, or no decoder could be started.
  private nonisolated static func isOfSystem(_ error: any Error) -> Bool {
    (error as? PhotoError).map { !$0.isCausedByFile } ?? true
  }

  private func showProgress() {
    let line = Array("\r\(monitor.withLock { $0.progress.bar })".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }

  private func finish() {
    if isTerminal {
      showProgress()
      _ = write(STDERR_FILENO, "\n", 1)
    }
    let (progress, problems, hasSystemFailure) = monitor.withLock {
      ($0.progress, $0.firstProblems, $0.hasSystemFailure)
    }
    for problem in problems { printError(problem) }
    print(progress.summary(isInterrupted: cancellation.isCanceled))
    endProgram(cancellation.isCanceled ? .interrupted : hasSystemFailure ? .cannotWrite : .success)
  }
}
