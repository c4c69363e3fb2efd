internal import Photos
internal import Threads

/// A request for a thumbnail, which any thread can end: also the one that delivers a picture, before the loader continues with a
/// larger one. It ends when it is released.
final class ThumbnailRequest: Sendable {
  private enum State {
    case unsent
    case sent(PhotoLoader.Request)
    case ended
  }
  private let state = Monitor(State.unsent)

  deinit { end() }

  /// Holds the request of the loader. If it has ended already, it is canceled.
  func send(_ request: PhotoLoader.Request) {
    let isEnded = state.withLock { state in
      if case .ended = state { return true }
      state = .sent(request)
      return false
    }
    if isEnded { request.cancel() }
  }

  /// The request of the loader; `nil` before it was sent and after its end.
  var request: PhotoLoader.Request? {
    state.withLock { if case .sent(let request) = $0 { request } else { nil } }
  }

  /// Cancels the request.
  func end() {
    let old = state.withLock { state in
      defer { state = .ended }
      return state
    }
    if case .sent(let request) = old { request.cancel() }
  }
}
