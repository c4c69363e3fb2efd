package import DecoderProtocol

/// Performs the steps of a ``LoaderCore``, and decides on which threads they run.
package protocol StepExecutor: Sendable {
  /// Identifies a picture.
  associatedtype Item: Hashable & Sendable
  /// Identifies a cached image. Items of the same key have the same picture.
  associatedtype CacheKey: Hashable & Sendable
  /// The reason why a picture cannot be loaded.
  associatedtype Failure: Error

  /// Returns the key of the cached image of an item.
  func cacheKey(of item: Item) -> CacheKey

  /// Returns the disk or network folder of an item, if it may not answer; `nil` otherwise. While steps of a source take long, its
  /// other items give way to those of other sources.
  func source(of item: Item) -> Int?

  /// Whether a step without requests continues until another step needs its place, so that its image is cached. If not, the
  /// step is canceled with its last request.
  var finishesUnwantedSteps: Bool { get }

  /// Whether an image that was loaded for the target size `loadedSize` is the image for `size`.
  func matches(
    _ loaded: LoadedImage<Failure>, loadedFor loadedSize: TargetSize, _ size: TargetSize
  ) -> Bool

  /// Runs a closure that starts the waiting steps, now or later.
  func schedule(_ startSteps: @escaping @Sendable () -> Void)

  /// Starts a step, and returns immediately.
  ///
  /// - Parameter report: Receives the events of the step on any thread, perhaps before this method returns. Events after
  ///   `.ended` have no effect, except `.resumable`.
  /// - Returns: A closure that cancels the step. The step must still report `.ended`.
  func start(
    _ step: RequestQueue<Item>.Start, report: @escaping @Sendable (StepEvent<Failure>) -> Void
  ) -> @Sendable () -> Void

  /// Clears the cached state of an item, because its content has changed.
  func invalidate(_ item: Item)
}

extension StepExecutor {
  package func source(of item: Item) -> Int? { nil }
}

/// An event of a running step.
package enum StepEvent<Failure: Error>: Sendable {
  /// The step needs much memory, and no other such step runs.
  case isLarge
  /// The step takes long, so that another step may run besides it.
  case isSlow
  /// The large step that blocked this one has ended. It may come before `.ended(.deferred)`.
  case resumable
  /// The step has ended.
  case ended(StepResult<Failure>)
}

/// The result of a step.
package enum StepResult<Failure: Error>: Sendable {
  case loaded(LoadedImage<Failure>)
  /// The picture has no preview. Only a preview step has this result.
  case noPreview
  /// There is no image. `dependsOnSize` is `true` if loading at a smaller size may still succeed.
  case failed(Failure, dependsOnSize: Bool)
  case canceled
  /// The step needs much memory, and another such step runs.
  case deferred
}
