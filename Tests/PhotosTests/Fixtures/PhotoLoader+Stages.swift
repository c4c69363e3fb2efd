import DecoderProtocol
import Photos

extension PhotoLoader {
  /// Requests a photo, and returns its stages as a sequence. A stage that was not read yet is replaced by the next one.
  ///
  /// Canceling the task that iterates, or releasing the sequence, cancels the request.
  func stages(of photo: Photo, at size: TargetSize, priority: LoadPriority = .visible) -> Stages {
    let (stages, continuation) = AsyncStream.makeStream(of: Stage.self, bufferingPolicy: .bufferingNewest(1))
    let request = load(photo, at: size, priority: priority) { stage in
      continuation.yield(stage)
      if case .preview = stage { return }
      continuation.finish()
    }
    continuation.onTermination = { _ in request.cancel() }
    return Stages(stages: stages)
  }

  /// The stages of one request. It can be iterated once.
  struct Stages: AsyncSequence {
    let stages: AsyncStream<Stage>

    func makeAsyncIterator() -> Iterator { Iterator(stages: stages.makeAsyncIterator()) }

    struct Iterator: AsyncIteratorProtocol {
      var stages: AsyncStream<Stage>.Iterator

      mutating func next() async -> Stage? {
        let stage = await stages.next()
        // A stage that was ready is no longer of use.
        return Task.isCancelled ? nil : stage
      }
    }
  }
}
