internal import Glibc
internal import Synchronization

/// What is drawn: the rows `area.y..<area.maxY` of a frame, shared out in strips.
struct RenderJob {
  let frame: RowPainter.Frame
  let area: PixelRect
  /// Where row 0 begins.
  let rows: UnsafeMutableRawPointer
  let stride: Int
}

/// The strips of a frame as its threads section them; what a ``RenderWorkers`` and its threads have in common.
///
/// Nobody spins. Each thread begins with a section of its own, from top to bottom, because a row finds in the
/// cache what the row above it has left there; who is done helps with what is left of the others' shares.
/// It goes in bands of several strips, towards the end of a section in single ones, so that all are done at
/// about the same time.
final class WorkQueue: @unchecked Sendable {
  // Guarded by `lock`.
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let begin, done: UnsafeMutablePointer<pthread_cond_t>
  /// What may be joined in; nil between frames, and while the last strips are drawn.
  private var job: RenderJob?
  private var jobNumber = 0
  /// How many helpers are at work on it.
  private var activeWorkers = 0
  private var isStopped = false
  private var startedWorkers = 0
  /// Changes only between frames.
  private var sectionCount = 1

  /// The rows of a strip: so few that nobody waits for long, enough that taking one costs nothing.
  private static let rowsOfStrip = 8
  /// For each section the strip that comes next, a cache line from one to the other.
  private let nextStrips: UnsafeMutablePointer<Atomic<Int>>
  private static let spacing = 64 / MemoryLayout<Atomic<Int>>.stride
  private let maxSections: Int

  /// Makes room for `most` shares.
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

  /// Draws `job` with `painter`, and with the threads in ``runWorker()`` that wake up while something is left to do.
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
    // Who has not begun need not: a helper may be kept from its processor for longer than the frame takes.
    self.job = nil
    while activeWorkers > 0 { pthread_cond_wait(done, lock) }
    pthread_mutex_unlock(lock)
  }

  /// Lets all helpers return.
  func stopWorkers() {
    pthread_mutex_lock(lock)
    isStopped = true
    pthread_cond_broadcast(begin)
    pthread_mutex_unlock(lock)
  }

  /// Draws along whenever a frame is drawn, until dismissed.
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

  /// Returns the first strip of a section; that of the section after the last is the number of strips.
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
        // A quarter of what is left; others may take some meanwhile, then it is a little more than that.
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
