import DecoderClient
import DecoderProtocol
import Dispatch
import Drawing
import Photos
import Synchronization
import TestSupport
import Testing

/// A decoder that reports its calls and blocks each call until the test releases it.
final class GatedDecoder: PhotoDecoding {
  /// The calls in order, such as `preview a` and `full a`.
  let calls = ReportQueue<String>()
  private let gate = DispatchSemaphore(value: 0)
  private let isOpen: Bool
  private let side: Int
  private let error: Mutex<PhotoError?>

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - isOpen: Whether calls return immediately.
  ///   - side: The width and height of the decoded images, in pixels.
  ///   - error: The error that it throws; `nil` to succeed.
  init(isOpen: Bool, side: Int = 4, error: PhotoError? = nil) {
    self.isOpen = isOpen
    self.side = side
    self.error = Mutex(error)
  }

  /// Lets `count` calls return.
  func release(_ count: Int = 1) { for _ in 0..<count { gate.signal() } }

  /// Sets the error that later calls throw; `nil` to succeed.
  func fail(with error: PhotoError?) { self.error.withLock { $0 = error } }

  func preview(of photo: Photo, for size: TargetSize, cancellation: Cancellation) throws(PhotoError) -> Image?
  {
    try enter("preview \(photo.name)", cancellation)
    return image(1)
  }

  func decode(
    _ photo: Photo, at size: TargetSize, cancellation: Cancellation, deferring large: LargeDecode?
  ) throws(PhotoError) -> DecodedPhoto? {
    try enter("full \(photo.name)", cancellation)
    guard let image = image(side) else { throw .notAnImage(path: photo.path) }
    return DecodedPhoto(image: image)
  }

  private func enter(_ call: String, _ cancellation: Cancellation) throws(PhotoError) {
    calls.report(call)
    if !isOpen { gate.wait() }
    try cancellation.check()
    if let error = error.withLock({ $0 }) { throw error }
  }

  private func image(_ side: Int) -> Image? {
    try? Image(width: side, height: side, isOpaque: false) { _, _ in }
  }
}
