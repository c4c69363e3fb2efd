internal import Glibc
internal import Synchronization

/// The part of a frame to be drawn. Several threads may draw its rows `area.y..<area.maxY`.
struct RenderJob {
  let frame: RowPainter.Frame
  let area: PixelRect
  /// The address of row 0.
  let rows: UnsafeMutableRawPointer
  let stride: Int
}

/// Distributes the strips of a frame to the calling thread and its workers.
///
/// The frame is divided into one section per thread. A thread draws its own section from top to bottom, because
/// drawing a row leaves texels of the next row in the cache. Then it takes strips of 8 rows from the other
/// sections. It takes several strips at a time, and single strips towards the end of a section, so that all
/// threads finish at about the same time. Idle threads block; they do not spin.
final class WorkQueue: @unchecked Sendable {
  // Guarded by `lock`.
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let begin, done: UnsafeMutablePointer<pthread_cond_t>
  /// The job that workers may join; nil between frames and while the last strips are drawn.
  private var job: RenderJob?
  private var jobNumber = 0
  /// The number of workers that are drawing the job.
  private var activeWorkers = 0
  private var isStopped = false
  private var startedWorkers = 0
  /// The number of sections of the current frame. It changes only between frames.
  private var sectionCount = 1

  /// With few rows, the wait for the last strip is short. With many rows, the cost of taking a strip is
  /// negligible.
  private static let rowsOfStrip = 8
  /// The next strip of each section, each in its own cache line.
  private let nextStrips: UnsafeMutablePointer<Atomic<Int>>
  private static let spacing = 64 / MemoryLayout<Atomic<Int>>.stride
  private let maxSections: Int

  /// Creates a queue with room for `maxSections` sections.
  init(maxSections: Int) {
    self.maxSections = maxSections
    nextStrips = .allocate(capacity: maxSections * Self.spacing)
    for index in 0..<maxSections * Self.spacing { (nextStrips + index).initialize(to: Atomic(0)) }
    lock = .allocate(capacity: 1)
    begin = .allocate(capacity: 1)
    done = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
    pthread_cond_init(begin, nil)
    pthread_cond_init(done, nil)
  }

  deinit {
    pthread_cond_destroy(done)
    pthread_cond_destroy(begin)
    pthread_mutex_destroy(lock)
    done.deallocate()
    begin.deallocate()
    lock.deallocate()
    nextStrips.deinitialize(count: maxSections * Self.spacing)
    nextStrips.deallocate()
  }

  /// Draws `job` with `painter` on the calling thread, and on the workers that wake up before all strips are
  /// taken.
  func draw(_ job: RenderJob, workers: Int, with painter: inout RowPainter) {
    sectionCount = workers + 1
    for section in 0..<sectionCount {
      nextStrips[section * Self.spacing].store(firstStrip(ofSection: section, job), ordering: .relaxed)
    }
    pthread_mutex_lock(lock)
    self.job = job
    jobNumber &+= 1
    pthread_cond_broadcast(begin)
    pthread_mutex_unlock(lock)
    drawBands(of: job, startingAt: 0, with: &painter)
    pthread_mutex_lock(lock)
    // Workers that have not begun skip this frame: the system may delay one for longer than the frame takes.
    self.job = nil
    while activeWorkers > 0 { pthread_cond_wait(done, lock) }
    pthread_mutex_unlock(lock)
  }

  /// Makes all workers return.
  func stopWorkers() {
    pthread_mutex_lock(lock)
    isStopped = true
    pthread_cond_broadcast(begin)
    pthread_mutex_unlock(lock)
  }

  /// Draws parts of every frame, until ``stopWorkers()``.
  func runWorker() {
    var painter = RowPainter()
    var seen = 0
    pthread_mutex_lock(lock)
    startedWorkers += 1
    let number = startedWorkers
    while true {
      if isStopped { break }
      guard let job, jobNumber != seen else {
        pthread_cond_wait(begin, lock)
        continue
      }
      seen = jobNumber
      activeWorkers += 1
      pthread_mutex_unlock(lock)
      drawBands(of: job, startingAt: number, with: &painter)
      pthread_mutex_lock(lock)
      activeWorkers -= 1
      if activeWorkers == 0 { pthread_cond_signal(done) }
    }
    pthread_mutex_unlock(lock)
  }

  /// Returns the first strip of a section; for the section after the last, the number of strips.
  private func firstStrip(ofSection section: Int, _ job: RenderJob) -> Int {
    let strips = (job.area.height + Self.rowsOfStrip - 1) / Self.rowsOfStrip
    return strips * section / sectionCount
  }

  private func drawBands(of job: RenderJob, startingAt number: Int, with painter: inout RowPainter) {
    painter.prepare(width: job.frame.width)
    for step in 0..<sectionCount {
      let section = (number + step) % sectionCount
      let end = firstStrip(ofSection: section + 1, job)
      let next = nextStrips + section * Self.spacing
      while true {
        // A quarter of the remaining strips; slightly more if other threads take strips in the meantime.
        let left = end - next.pointee.load(ordering: .relaxed)
        let wanted = max(1, min(RowPainter.rowsOfBand / Self.rowsOfStrip, left / 4))
        let strip = next.pointee.wrappingAdd(wanted, ordering: .relaxed).oldValue
        guard strip < end else { break }
        let rows = strip * Self.rowsOfStrip..<min(strip + wanted, end) * Self.rowsOfStrip
        let (first, last) = (job.area.y + rows.lowerBound, job.area.y + rows.upperBound)
        painter.paint(rows: first..<min(last, job.area.maxY), of: job)
      }
    }
  }
}
