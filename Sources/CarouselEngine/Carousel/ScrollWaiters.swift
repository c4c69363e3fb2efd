/// The tasks that wait for the ends of scrolls. When the carousel is deallocated, all tasks are resumed.
@MainActor
final class ScrollWaiters {
  private var promises: [ScrollID: Promise<ScrollResult>] = [:]
  private var lastNumber = 0

  /// Adds a scroll.
  ///
  /// - Returns: Its identifier, and the promise to wait for.
  func add() -> (id: ScrollID, promise: Promise<ScrollResult>) {
    lastNumber += 1
    let (id, promise) = (ScrollID(number: lastNumber), Promise<ScrollResult>(ifCanceled: .cancelled))
    promises[id] = promise
    return (id, promise)
  }

  /// Resumes the task that waits for a scroll.
  func end(_ id: ScrollID, _ result: ScrollResult) { promises.removeValue(forKey: id)?.fulfill(result) }

  deinit { for promise in promises.values { promise.fulfill(.carouselEnded) } }
}
