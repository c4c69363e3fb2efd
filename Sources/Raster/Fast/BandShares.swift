internal import Glibc
internal import Synchronization

/// What is drawn: the rows `area.y..<area.maxY` of a frame, shared out in strips.
struct BandJob {
  let frame: RowPainter.Frame
  let area: PixelRect
  /// Where row 0 begins.
  let rows: UnsafeMutableRawPointer
  let stride: Int
}

/// The strips of a frame as its threads share them; what a ``BandCrew`` and its threads have in common.
///
/// Nobody spins. Each thread begins with a share of its own, from top to bottom, because a row finds in the
/// cache what the row above it has left there; who is done helps with what is left of the others' shares.
/// It goes in bands of several strips, towards the end of a share in single ones, so that all are done at
/// about the same time.
final class BandShares: @unchecked Sendable {
  // Guarded by `lock`.
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let begin, done: UnsafeMutablePointer<pthread_cond_t>
  /// What may be joined in; nil between frames, and while the last strips are drawn.
  private var job: BandJob?
  private var jobNumber = 0
  /// How many helpers are at work on it.
  private var busy = 0
  private var isDismissed = false
  private var numbered = 0
  /// Changes only between frames.
  private var count = 1

  /// The rows of a strip: so few that nobody waits for long, enough that taking one costs nothing.
  private static let rowsOfStrip = 8
  /// For each share the strip that comes next, a cache line from one to the other.
  private let nextStrips: UnsafeMutablePointer<Atomic<Int>>
  private static let spacing = 64 / MemoryLayout<Atomic<Int>>.stride
  private let most: Int

  /// Makes room for `most` shares.
  init(most: Int) {
    self.most = most
    nextStrips = .allocate(capacity: most * Self.spacing)
    for index in 0..<most * Self.spacing { (nextStrips + index).initialize(to: Atomic(0)) }
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
    nextStrips.deinitialize(count: most * Self.spacing)
    nextStrips.deallocate()
  }

  /// Draws `job` with `painter`, and with the threads in ``help()`` that wake up while something is left to do.
  func draw(_ job: BandJob, helpers: Int, with painter: inout RowPainter) {
    count = helpers + 1
    for share in 0..<count {
      nextStrips[share * Self.spacing].store(firstStrip(ofShare: share, job), ordering: .relaxed)
    }
    pthread_mutex_lock(lock)
    self.job = job
    jobNumber &+= 1
    pthread_cond_broadcast(begin)
    pthread_mutex_unlock(lock)
    drawBands(of: job, beginningWith: 0, with: &painter)
    pthread_mutex_lock(lock)
    // Who has not begun need not: a helper may be kept from its processor for longer than the frame takes.
    self.job = nil
    while busy > 0 { pthread_cond_wait(done, lock) }
    pthread_mutex_unlock(lock)
  }

  /// Lets all helpers return.
  func dismissHelpers() {
    pthread_mutex_lock(lock)
    isDismissed = true
    pthread_cond_broadcast(begin)
    pthread_mutex_unlock(lock)
  }

  /// Draws along whenever a frame is drawn, until dismissed.
  func help() {
    var painter = RowPainter()
    var seen = 0
    pthread_mutex_lock(lock)
    numbered += 1
    let number = numbered
    while true {
      if isDismissed { break }
      guard let job, jobNumber != seen else {
        pthread_cond_wait(begin, lock)
        continue
      }
      seen = jobNumber
      busy += 1
      pthread_mutex_unlock(lock)
      drawBands(of: job, beginningWith: number, with: &painter)
      pthread_mutex_lock(lock)
      busy -= 1
      if busy == 0 { pthread_cond_signal(done) }
    }
    pthread_mutex_unlock(lock)
  }

  /// Returns the first strip of a share; that of the share after the last is the number of strips.
  private func firstStrip(ofShare share: Int, _ job: BandJob) -> Int {
    let strips = (job.area.height + Self.rowsOfStrip - 1) / Self.rowsOfStrip
    return strips * share / count
  }

  private func drawBands(of job: BandJob, beginningWith number: Int, with painter: inout RowPainter) {
    painter.prepare(width: job.frame.width)
    for step in 0..<count {
      let share = (number + step) % count
      let end = firstStrip(ofShare: share + 1, job)
      let next = nextStrips + share * Self.spacing
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
