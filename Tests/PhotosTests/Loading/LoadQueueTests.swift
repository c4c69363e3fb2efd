import DecoderProtocol
import PhotoLoading
import Photos
import Testing

struct LoadQueueTests {
  private static let size = TargetSize(width: 10, height: 10)

  private func key(_ name: String) -> LoadKey { LoadKey(photo: Photo(path: name), size: Self.size) }

  private func take(_ queue: inout LoadQueue) throws -> LoadQueue.Assignment {
    let next = queue.next()
    return try #require(next)
  }

  /// Finishes all jobs, and returns their steps in order.
  private func drain(_ queue: inout LoadQueue) -> [String] {
    var steps: [String] = []
    while let assignment = queue.next() {
      steps.append("\(assignment.step) \(assignment.key.photo.name)")
      switch assignment.step {
      case .preview: _ = queue.finishPreview(assignment)
      case .full: _ = queue.finish(assignment)
      }
    }
    return steps
  }

  @Test("The latest request is served first, and previews precede full images")
  func latestFirst() {
    var queue = LoadQueue()
    queue.add(1, for: key("a"), priority: .visible)
    queue.add(2, for: key("b"), priority: .visible)
    queue.add(3, for: key("c"), priority: .visible)
    #expect(drain(&queue) == ["preview c", "preview b", "preview a", "full c", "full b", "full a"])
    #expect(queue.waitingCount + queue.runningCount == 0)
  }

  @Test("Visible photos precede photos to prefetch")
  func priorities() {
    var queue = LoadQueue()
    queue.add(1, for: key("middle"), priority: .current)
    queue.add(2, for: key("side"), priority: .visible)
    queue.add(3, for: key("later"), priority: .prefetch)
    #expect(
      drain(&queue) == [
        "preview middle", "full middle", "preview side", "full side", "preview later", "full later",
      ])
  }

  @Test("A repeated request joins the job and moves it to the front")
  func repeatedRequest() throws {
    var queue = LoadQueue()
    queue.add(1, for: key("a"), priority: .prefetch)
    queue.add(2, for: key("b"), priority: .prefetch)
    queue.add(3, for: key("a"), priority: .prefetch)
    #expect(queue.waitingCount == 2)
    let first = try take(&queue)
    #expect(first.key.photo.name == "a")
    #expect(queue.finishPreview(first) == [1, 3])
    queue.cancel(1)
    queue.add(4, for: key("b"), priority: .visible)
    #expect(drain(&queue) == ["preview b", "full b", "full a"])
  }

  @Test("A job is canceled with its last request")
  func lastRequest() throws {
    var queue = LoadQueue()
    queue.add(1, for: key("a"), priority: .visible)
    queue.add(2, for: key("a"), priority: .visible)
    let running = try take(&queue)
    queue.cancel(1)
    #expect(!running.cancellation.isCancelled)
    queue.cancel(2)
    #expect(running.cancellation.isCancelled)
    #expect(queue.runningCount == 1)

    // A request before the worker notices the cancellation creates a new job, which the end of the old one does not
    // affect.
    queue.add(3, for: key("a"), priority: .visible)
    let again = try take(&queue)
    #expect(again.job != running.job)
    #expect(queue.finishPreview(running) == [])
    #expect(queue.finishPreview(again) == [3])
    let full = try take(&queue)
    #expect(queue.finish(full) == [3])
    #expect(queue.waitingCount + queue.runningCount == 0)
  }

  @Test("A waiting job that is canceled is never started")
  func canceledWhileWaiting() {
    var queue = LoadQueue()
    queue.add(1, for: key("a"), priority: .visible)
    queue.add(2, for: key("b"), priority: .visible)
    queue.cancel(2)
    queue.cancel(2)
    #expect(drain(&queue) == ["preview a", "full a"])
  }
}
