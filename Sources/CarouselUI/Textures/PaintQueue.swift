internal import CarouselViews
internal import Dispatch
internal import Drawing
internal import Raster

/// Where views are painted while the main thread goes on drawing frames.
package protocol PaintQueue: Sendable {
  /// Runs `work` somewhere, then `completion` with its result on the main actor; never within this call.
  func run<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result, completion: @escaping @MainActor @Sendable (Result) -> Void)
}

/// A background thread of the system, one picture at a time.
package struct BackgroundPaintQueue: PaintQueue {
  private let queue = DispatchQueue(label: "carousel.paint", qos: .userInitiated)

  package init() {}

  package func run<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result, completion: @escaping @MainActor @Sendable (Result) -> Void
  ) {
    queue.async {
      let result = work()
      DispatchQueue.main.async { completion(result) }
    }
  }
}
