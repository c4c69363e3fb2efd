package import DecoderProtocol
package import PhotoLoading

/// The cache and job key: a photo at a size.
package struct LoadKey: Hashable, Sendable {
  package let photo: Photo
  package let size: TargetSize

  package init(photo: Photo, size: TargetSize) {
    self.photo = photo
    self.size = size
  }
}

/// The queue of jobs. It decides which photo is decoded next; the workers of ``LoaderCore`` decode.
///
/// Jobs are ordered by priority. At equal priority previews precede full images, and later requests precede earlier
/// ones, because after a fast scroll the latest requests are those still on screen. All requests for a photo at the
/// same size share a job. A job ends when its last request is canceled.
package struct LoadQueue {
  /// The identifier of a request, chosen by the caller.
  package typealias Request = Int

  /// The two steps of a job: a worker first loads the preview, then the full image.
  package enum Step: Comparable, Sendable {
    case full
    case preview
  }

  /// One step of a job, assigned to one worker.
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

  /// The number of jobs that wait for a worker.
  package var waitingCount: Int { jobs.count - runningCount }
  /// The number of jobs that a worker runs, including canceled jobs that the worker has not left yet.
  package private(set) var runningCount = 0

  /// Adds a request. A request for the key of an unfinished job joins that job and moves it to the front.
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

  /// Cancels a request. After the last request of a job is canceled, a request for the same key creates a new job.
  package mutating func cancel(_ request: Request) {
    guard let id = jobOfRequest.removeValue(forKey: request), var job = jobs[id] else { return }
    job.requests.removeAll { $0 == request }
    jobs[id] = job
    guard job.requests.isEmpty else { return }
    job.cancellation.cancel()
    jobOfKey[job.key] = nil
    if !job.isRunning { jobs[id] = nil }
  }

  /// Returns the next step for a worker, or `nil` if no job waits.
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

  /// Ends the preview step of a job, with or without a preview. The job then waits for a worker to load its full image.
  ///
  /// - Returns: The requests that receive the preview.
  package mutating func finishPreview(_ assignment: Assignment) -> [Request] {
    guard var job = jobs[assignment.job] else { return [] }
    runningCount -= 1
    job.isRunning = false
    job.step = .full
    jobs[assignment.job] = job.requests.isEmpty ? nil : job
    return job.requests
  }

  /// Ends a job: its full image was loaded, it failed, or its worker noticed that it was canceled.
  ///
  /// - Returns: The requests that receive the result.
  package mutating func finish(_ assignment: Assignment) -> [Request] {
    guard let job = jobs.removeValue(forKey: assignment.job) else { return [] }
    runningCount -= 1
    if jobOfKey[job.key] == assignment.job { jobOfKey[job.key] = nil }
    for request in job.requests { jobOfRequest[request] = nil }
    return job.requests
  }
}
