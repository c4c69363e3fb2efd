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
/// Whoever asks for a frame draws, too; it returns when all bands are done. Nobody spins.
final class BandCrew: @unchecked Sendable {
  // Guarded by `lock`.
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let begin, done: UnsafeMutablePointer<pthread_cond_t>
  private var job: BandJob?
  private var jobNumber = 0
  private var busy = 0
  private var isDismissed = false

  private let nextBand = Atomic(0)
  private var threads: [pthread_t] = []

  /// Starts `helpers` threads; those that the system refuses are done without.
  init(helpers: Int) {
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
  }

  /// Draws `job` together with the helpers, itself with `painter`.
  func draw(_ job: BandJob, with painter: inout RowPainter) {
    nextBand.store(0, ordering: .relaxed)
    pthread_mutex_lock(lock)
    self.job = job
    jobNumber &+= 1
    busy = threads.count
    pthread_cond_broadcast(begin)
    pthread_mutex_unlock(lock)
    drawBands(of: job, with: &painter)
    pthread_mutex_lock(lock)
    while busy > 0 { pthread_cond_wait(done, lock) }
    self.job = nil
    pthread_mutex_unlock(lock)
  }

  private func help() {
    var painter = RowPainter()
    var seen = 0
    pthread_mutex_lock(lock)
    while true {
      while jobNumber == seen, !isDismissed { pthread_cond_wait(begin, lock) }
      if isDismissed { break }
      seen = jobNumber
      let job = job
      pthread_mutex_unlock(lock)
      if let job { drawBands(of: job, with: &painter) }
      pthread_mutex_lock(lock)
      busy -= 1
      if busy == 0 { pthread_cond_signal(done) }
    }
    pthread_mutex_unlock(lock)
  }

  private func drawBands(of job: BandJob, with painter: inout RowPainter) {
    painter.prepare(width: job.frame.width)
    while true {
      let band = nextBand.wrappingAdd(1, ordering: .relaxed).oldValue
      let first = job.area.y + band * RowPainter.rowsOfBand
      guard first < job.area.maxY else { return }
      painter.paint(rows: first..<min(first + RowPainter.rowsOfBand, job.area.maxY), of: job)
    }
  }
}
