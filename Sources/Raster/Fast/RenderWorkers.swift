internal import CRasterKernels
internal import Threads

/// Threads that draw a frame together with the calling thread, and sleep between frames.
///
/// The threads retain the queue but not this object. They end when this object is deinitialized.
final class RenderWorkers {
  let queue: WorkQueue
  /// The number of threads that were started.
  private let workerCount: Int
  private var threads: [SystemThread] = []
  /// The processor on which the caller drew the last frame. The workers do not run there.
  private var callerProcessor: Int32 = -1

  /// Starts `count` threads, or fewer if the system fails to create one.
  init(count: Int) {
    queue = WorkQueue(maxSections: count + 1)
    for _ in 0..<count {
      guard let thread = SystemThread({ [queue] in queue.runWorker() }) else { break }
      threads.append(thread)
    }
    workerCount = threads.count
  }

  deinit { stopWorkers() }

  /// Ends the threads; later frames are drawn without them.
  func stopWorkers() {
    queue.stopWorkers()
    for thread in threads { thread.join() }
    threads = []
  }

  /// Draws `job` on the calling thread, with `painter`, and on the workers.
  func draw(_ job: RenderJob, with painter: inout RowPainter) {
    avoidCallerProcessor()
    queue.draw(job, workers: workerCount, with: &painter)
  }

  /// Excludes the caller's processor from the processors on which the workers run. A worker on that processor
  /// would start only after the caller has finished.
  ///
  /// Some kernels place threads that often sleep on one processor: Documentation/Decisions/0016.
  private func avoidCallerProcessor() {
    let processor = craster_current_processor()
    guard processor != callerProcessor else { return }
    callerProcessor = processor
    for thread in threads { craster_exclude_processor(thread.handle, processor) }
  }
}
