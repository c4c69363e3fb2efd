internal import CRasterKernels
internal import Glibc

/// Threads that draw the bands of a frame together, and sleep between frames.
///
/// Whoever requests for a frame draws, too; it returns when all bands are done. They hold the queue and not the
/// crew: when that is given up, they end.
final class RenderWorkers {
  let queue: WorkQueue
  /// How many helpers are counted on.
  private let workerCount: Int
  private var threads: [pthread_t] = []
  /// Where the caller was in the last frame; there helpers are of no use.
  private var callerProcessor: Int32 = -1

  /// Starts `helpers` threads; those that the system refuses are done without.
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

  /// Ends the helpers; they are counted on as before, and done without.
  func stopWorkers() {
    queue.stopWorkers()
    for thread in threads { pthread_join(thread, nil) }
    threads = []
  }

  /// Draws `job` together with the helpers, itself with `painter`.
  func draw(_ job: RenderJob, with painter: inout RowPainter) {
    avoidCallerProcessor()
    queue.draw(job, workers: workerCount, with: &painter)
  }

  /// Keeps the helpers off the caller's processor, where they would draw only when it has finished.
  ///
  /// Some kernels pack threads that sleep much: Documentation/Decisions/0016.
  private func avoidCallerProcessor() {
    let processor = craster_current_processor()
    guard processor != callerProcessor else { return }
    callerProcessor = processor
    for thread in threads { craster_exclude_processor(thread, processor) }
  }
}
