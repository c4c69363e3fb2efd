import Dispatch
import Drawing
import Photos
import Synchronization

/// A decoder that tells what it is asked for and waits to be let through.
final class GatedDecoder: PhotoDecoding {
  /// What the decoder was asked for, as it happens: `preview a`, `full a`.
  let calls: AsyncStream<String>
  private let report: AsyncStream<String>.Continuation
  private let gate = DispatchSemaphore(value: 0)
  private let isOpen: Bool
  private let side: Int
  private let error: Mutex<PhotoError?>

  init(isOpen: Bool, side: Int = 4, error: PhotoError? = nil) {
    (calls, report) = AsyncStream.makeStream()
    self.isOpen = isOpen
    self.side = side
    self.error = Mutex(error)
  }

  /// Lets a number of calls through.
  func letThrough(_ count: Int = 1) { for _ in 0..<count { gate.signal() } }

  func fail(with error: PhotoError?) { self.error.withLock { $0 = error } }

  func preview(of photo: Photo, cancellation: Cancellation) throws(PhotoError) -> Image? {
    try enter("preview \(photo.name)", cancellation)
    return image(1)
  }

  func decode(
    _ photo: Photo, at size: TargetSize, cancellation: Cancellation
  ) throws(PhotoError) -> DecodedPhoto {
    try enter("full \(photo.name)", cancellation)
    guard let image = image(side) else { throw .notAPicture(path: photo.path) }
    return DecodedPhoto(image: image)
  }

  private func enter(_ call: String, _ cancellation: Cancellation) throws(PhotoError) {
    report.yield(call)
    if !isOpen { gate.wait() }
    try cancellation.check()
    if let error = error.withLock({ $0 }) { throw error }
  }

  private func image(_ side: Int) -> Image? {
    try? Image(width: side, height: side, isOpaque: false) { _, _ in }
  }
}
