/// The tasks that wait for scrolls to end. When the carousel is deallocated, all of them are resumed.
@MainActor
final class ScrollWaiters {
  private var promises: [ScrollID: Promise<ScrollResult>] = [:]
  private var lastNumber = 0

  /// Adds a scroll for which a task waits.
  ///
  /// - Returns: The identifier of the scroll, and the promise on which the task waits.
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
