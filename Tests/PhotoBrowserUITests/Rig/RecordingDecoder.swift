import DecoderClient
import DecoderProtocol
import Dispatch
import Drawing
import Photos
import TestSupport
import Threads

/// A decoder that records its calls. A test may hold them back.
final class RecordingDecoder: PhotoDecoding {
  private struct State {
    var calls: [String] = []
    var isHeld = false
    var previewSide = 0
    var error: PhotoError?
  }
  private let state = Monitor(State())

  /// The calls so far, such as `preview a` and `full a`.
  var calls: [String] { state.withLock { $0.calls } }

  /// Forgets the calls so far.
  func clear() { state.withLock { $0.calls = [] } }

  /// Sets whether calls wait.
  func hold(_ isHeld: Bool) {
    state.withLock { $0.isHeld = isHeld }
    state.wakeAll()
  }

  /// Waits until a number of calls have begun.
  func waitForCalls(_ count: Int) { state.waitForValue { $0.calls.count >= count ? () : nil } }

  /// Sets the width and the height of the previews, in pixels; 0 for none.
  func setPreviews(_ side: Int) { state.withLock { $0.previewSide = side } }

  /// Sets the error of later calls; `nil` to succeed.
  func fail(_ error: PhotoError?) { state.withLock { $0.error = error } }

  func preview(of photo: Photo, for size: TargetSize, cancellation: Cancellation) throws(PhotoError) -> Image?
  {
    try enter("preview", photo, cancellation)
    let side = state.withLock { $0.previewSide }
    return side > 0 ? image(side, side) : nil
  }

  func decode(
    _ photo: Photo, at size: TargetSize, cancellation: Cancellation, deferring large: LargeDecode?
  ) throws(PhotoError) -> DecodedPhoto? {
    try enter("full", photo, cancellation)
    if let error = state.withLock({ $0.error }) { throw error }
    return image(size.width, size.height).map { DecodedPhoto(image: $0) }
  }

  private func enter(_ step: String, _ photo: Photo, _ cancellation: Cancellation) throws(PhotoError) {
    state.withLock { $0.calls.append("\(step) \(photo.name)") }
    state.wakeAll()
    state.waitForValue { $0.isHeld ? nil : () }
    try cancellation.check()
  }

  private func image(_ width: Int, _ height: Int) -> Image? {
    try? Image(width: width, height: height, isOpaque: true) { _, _ in }
  }
}
