/// What one picture at one size is known by.
package struct LoadKey: Hashable, Sendable {
  package let photo: Photo
  package let size: TargetSize

  package init(photo: Photo, size: TargetSize) {
    self.photo = photo
    self.size = size
  }
}

/// Decides which picture is decoded next, and never decodes itself.
///
/// The most important comes first; among equals previews come before sharp pictures, and what was asked for
/// last comes before what was asked for earlier: after a quick scroll the last request is what is still on
/// screen. Several requests for one picture at one size are one job. A job ends when its last request is
/// cancelled.
package struct LoadQueue {
  package typealias Request = Int

  /// What a worker does for a job: first the preview, then the sharp picture.
  package enum Step: Comparable, Sendable {
    case full
    case preview
  }

  /// One step of a job, given to one worker.
  package struct Assignment: Sendable {
    package let job: Int
    package let key: LoadKey
    package let step: Step
    package let cancellation: Cancellation
  }

  private struct Job {
    let key: LoadKey
    var requests: [Request]
    var priority: PhotoLoader.Priority
    var order: Int
    var step = Step.preview
    var isRunning = false
    let cancellation = Cancellation()
  }

  private var jobs: [Int: Job] = [:]
  private var jobOfKey: [LoadKey: Int] = [:]
  private var jobOfRequest: [Request: Int] = [:]
  private var counter = 0

  package init() {}

  /// The number of jobs that no worker has in hand.
  package var waitingCount: Int { jobs.count - runningCount }
  /// The number of jobs that a worker has in hand, cancelled ones included until the worker noticed.
  package private(set) var runningCount = 0

  /// Asks for a picture.
  package mutating func add(_ request: Request, for key: LoadKey, priority: PhotoLoader.Priority) {
    counter += 1
    if let id = jobOfKey[key], var job = jobs[id] {
      job.requests.append(request)
      job.priority = max(job.priority, priority)
      job.order = counter
      jobs[id] = job
      jobOfRequest[request] = id
      return
    }
    jobs[counter] = Job(key: key, requests: [request], priority: priority, order: counter)
    jobOfKey[key] = counter
    jobOfRequest[request] = counter
  }

  /// A request is no longer wanted. Asking again for the same picture afterwards is a new job.
  package mutating func cancel(_ request: Request) {
    guard let id = jobOfRequest.removeValue(forKey: request), var job = jobs[id] else { return }
    job.requests.removeAll { $0 == request }
    jobs[id] = job
    guard job.requests.isEmpty else { return }
    job.cancellation.cancel()
    jobOfKey[job.key] = nil
    if !job.isRunning { jobs[id] = nil }
  }

  /// Gives the next step to the worker that asks, or nil if nothing waits.
  package mutating func next() -> Assignment? {
    let waiting = jobs.lazy.filter { !$0.value.isRunning }
    let best = waiting.max { first, second in
      (first.value.priority, first.value.step, first.value.order)
        < (second.value.priority, second.value.step, second.value.order)
    }
    guard let (id, job) = best else { return nil }
    jobs[id]?.isRunning = true
    runningCount += 1
    return Assignment(job: id, key: job.key, step: job.step, cancellation: job.cancellation)
  }

  /// A preview is done, with or without a picture; the job waits for its sharp picture.
  ///
  /// - Returns: Who gets the preview.
  package mutating func finishPreview(_ assignment: Assignment) -> [Request] {
    guard var job = jobs[assignment.job] else { return [] }
    runningCount -= 1
    job.isRunning = false
    job.step = .full
    jobs[assignment.job] = job.requests.isEmpty ? nil : job
    return job.requests
  }

  /// A job is done: it has its sharp picture, failed, or noticed that it was cancelled.
  ///
  /// - Returns: Who gets the result.
  package mutating func finish(_ assignment: Assignment) -> [Request] {
    guard let job = jobs.removeValue(forKey: assignment.job) else { return [] }
    runningCount -= 1
    if jobOfKey[job.key] == assignment.job { jobOfKey[job.key] = nil }
    for request in job.requests { jobOfRequest[request] = nil }
    return job.requests
  }
}
