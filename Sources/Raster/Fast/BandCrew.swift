internal import CRasterKernels
internal import Glibc

/// Threads that draw the bands of a frame together, and sleep between frames.
///
/// Whoever asks for a frame draws, too; it returns when all bands are done. They hold the shares and not the
/// crew: when that is given up, they end.
final class BandCrew {
  let shares: BandShares
  /// How many helpers are counted on.
  private let helperCount: Int
  private var threads: [pthread_t] = []
  /// Where the caller was in the last frame; there helpers are of no use.
  private var callersProcessor: Int32 = -1

  /// Starts `helpers` threads; those that the system refuses are done without.
  init(helpers: Int) {
    shares = BandShares(most: helpers + 1)
    var threads: [pthread_t] = []
    for _ in 0..<helpers {
      var thread = pthread_t()
      let context = Unmanaged.passRetained(shares)
      let code = pthread_create(
        &thread, nil,
        { context in
          if let context { Unmanaged<BandShares>.fromOpaque(context).takeRetainedValue().help() }
          return nil
        }, context.toOpaque())
      guard code == 0 else {
        context.release()
        break
      }
      threads.append(thread)
    }
    helperCount = threads.count
    self.threads = threads
  }

  deinit { dismissHelpers() }

  /// Ends the helpers; they are counted on as before, and done without.
  func dismissHelpers() {
    shares.dismissHelpers()
    for thread in threads { pthread_join(thread, nil) }
    threads = []
  }

  /// Draws `job` together with the helpers, itself with `painter`.
  func draw(_ job: BandJob, with painter: inout RowPainter) {
    spreadOut()
    shares.draw(job, helpers: helperCount, with: &painter)
  }

  /// Keeps the helpers off the caller's processor, where they would draw only when it has finished.
  ///
  /// Some kernels pack threads that sleep much: Documentation/Decisions/0016.
  private func spreadOut() {
    let processor = craster_current_processor()
    guard processor != callersProcessor else { return }
    callersProcessor = processor
    for thread in threads { craster_keep_off(thread, processor) }
  }
}
