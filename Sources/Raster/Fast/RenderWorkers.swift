internal import CRasterKernels
internal import Glibc

/// Threads that draw a frame together with the calling thread, and sleep between frames.
///
/// The threads retain the queue but not this object: they end when it is deinitialized.
final class RenderWorkers {
  let queue: WorkQueue
  /// The number of threads that were started.
  private let workerCount: Int
  private var threads: [pthread_t] = []
  /// The caller's processor in the last frame, which the workers avoid.
  private var callerProcessor: Int32 = -1

  /// Starts `count` threads; if the system refuses one, fewer draw.
  init(count: Int) {
    queue = WorkQueue(maxSections: count + 1)
    var threads: [pthread_t] = []
    for _ in 0..<count {
      var thread = pthread_t()
      let context = Unmanaged.passRetained(queue)
      let code = pthread_create(
        &thread, nil,
        { context in
          if let context { Unmanaged<WorkQueue>.fromOpaque(context).takeRetainedValue().runWorker() }
          return nil
        }, context.toOpaque())
      guard code == 0 else {
        context.release()
        break
      }
      threads.append(thread)
    }
    workerCount = threads.count
    self.threads = threads
  }

  deinit { stopWorkers() }

  /// Ends the threads; later frames are drawn without them.
  func stopWorkers() {
    queue.stopWorkers()
    for thread in threads { pthread_join(thread, nil) }
    threads = []
  }

  /// Draws `job` on the calling thread, with `painter`, and on the workers.
  func draw(_ job: RenderJob, with painter: inout RowPainter) {
    avoidCallerProcessor()
    queue.draw(job, workers: workerCount, with: &painter)
  }

  /// Excludes the caller's processor from those of the workers, which could draw there only after the caller
  /// has finished.
  ///
  /// Some kernels place threads that often sleep on one processor: Documentation/Decisions/0016.
  private func avoidCallerProcessor() {
    let processor = craster_current_processor()
    guard processor != callerProcessor else { return }
    callerProcessor = processor
    for thread in threads { craster_exclude_processor(thread, processor) }
  }
}
