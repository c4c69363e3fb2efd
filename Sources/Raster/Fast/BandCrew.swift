internal import Glibc
internal import Synchronization

/// What is drawn: the rows `area.y..<area.maxY` of a frame, shared out in bands.
struct BandJob {
  let frame: RowPainter.Frame
  let area: PixelRect
  /// Where row 0 begins.
  let rows: UnsafeMutableRawPointer
  let stride: Int
}

/// Threads that draw the bands of a frame together, and sleep between frames.
///
/// Whoever asks for a frame draws, too; it returns when all bands are done. Nobody spins. Each begins with a share of its
/// own, one band after the other, because a row finds in the cache what the row above it has left there; who is done
/// helps with the bands that are left of the others' shares.
final class BandCrew: @unchecked Sendable {
  // Guarded by `lock`.
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let begin, done: UnsafeMutablePointer<pthread_cond_t>
  private var job: BandJob?
  private var jobNumber = 0
  private var busy = 0
  private var isDismissed = false

  /// For each share the band that comes next, a cache line from one to the other.
  private let nextBands: UnsafeMutablePointer<Atomic<Int>>
  private static let spacing = 64 / MemoryLayout<Atomic<Int>>.stride
  private let mostShares: Int
  private var threads: [pthread_t] = []
  private var numbered = 0

  /// Starts `helpers` threads; those that the system refuses are done without.
  init(helpers: Int) {
    mostShares = helpers + 1
    nextBands = .allocate(capacity: mostShares * Self.spacing)
    for index in 0..<mostShares * Self.spacing { (nextBands + index).initialize(to: Atomic(0)) }
    lock = .allocate(capacity: 1)
    begin = .allocate(capacity: 1)
    done = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
    pthread_cond_init(begin, nil)
    pthread_cond_init(done, nil)
    for _ in 0..<helpers {
      var thread = pthread_t()
      let crew = Unmanaged.passUnretained(self).toOpaque()
      let code = pthread_create(
        &thread, nil,
        { crew in
          if let crew { Unmanaged<BandCrew>.fromOpaque(crew).takeUnretainedValue().help() }
          return nil
        }, crew)
      guard code == 0 else { break }
      threads.append(thread)
    }
  }

  deinit {
    pthread_mutex_lock(lock)
    isDismissed = true
    pthread_cond_broadcast(begin)
    pthread_mutex_unlock(lock)
    for thread in threads { pthread_join(thread, nil) }
    pthread_cond_destroy(done)
    pthread_cond_destroy(begin)
    pthread_mutex_destroy(lock)
    done.deallocate()
    begin.deallocate()
    lock.deallocate()
    nextBands.deinitialize(count: mostShares * Self.spacing)
    nextBands.deallocate()
  }

  /// Draws `job` together with the helpers, itself with `painter`.
  func draw(_ job: BandJob, with painter: inout RowPainter) {
    for share in 0..<shareCount {
      nextBands[share * Self.spacing].store(firstBand(ofShare: share, job), ordering: .relaxed)
    }
    pthread_mutex_lock(lock)
    self.job = job
    jobNumber &+= 1
    busy = threads.count
    pthread_cond_broadcast(begin)
    pthread_mutex_unlock(lock)
    drawBands(of: job, beginningWith: 0, with: &painter)
    pthread_mutex_lock(lock)
    while busy > 0 { pthread_cond_wait(done, lock) }
    self.job = nil
    pthread_mutex_unlock(lock)
  }

  private func help() {
    var painter = RowPainter()
    var seen = 0
    pthread_mutex_lock(lock)
    numbered += 1
    let number = numbered
    while true {
      while jobNumber == seen, !isDismissed { pthread_cond_wait(begin, lock) }
      if isDismissed { break }
      seen = jobNumber
      let job = job
      pthread_mutex_unlock(lock)
      if let job { drawBands(of: job, beginningWith: number, with: &painter) }
      pthread_mutex_lock(lock)
      busy -= 1
      if busy == 0 { pthread_cond_signal(done) }
    }
    pthread_mutex_unlock(lock)
  }

  private var shareCount: Int { threads.count + 1 }

  /// Returns the first band of a share; that of the share after the last is the number of bands.
  private func firstBand(ofShare share: Int, _ job: BandJob) -> Int {
    let bands = (job.area.height + RowPainter.rowsOfBand - 1) / RowPainter.rowsOfBand
    return bands * share / shareCount
  }

  private func drawBands(of job: BandJob, beginningWith number: Int, with painter: inout RowPainter) {
    painter.prepare(width: job.frame.width)
    for step in 0..<shareCount {
      let share = (number + step) % shareCount
      let end = firstBand(ofShare: share + 1, job)
      while true {
        let band = nextBands[share * Self.spacing].wrappingAdd(1, ordering: .relaxed).oldValue
        guard band < end else { break }
        let first = job.area.y + band * RowPainter.rowsOfBand
        painter.paint(rows: first..<min(first + RowPainter.rowsOfBand, job.area.maxY), of: job)
      }
    }
  }
}
