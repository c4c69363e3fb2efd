import CSystem
import Glibc
import Wayland

/// A read of data from another program. The caller need not retain it.
///
/// Linux: `read`.
@MainActor
public final class ContentRead {
  private enum Phase {
    case reading(pipe: PipeWatch, timer: any ScheduledTimer)
    case ended
  }

  private var phase = Phase.ended
  private var bytes: [UInt8] = []
  private let limit: Int
  private let completion: (Result<[UInt8], ContentError>) -> Void

  /// Whether the data is still being read.
  public var isReading: Bool {
    if case .reading = phase { return true }
    return false
  }

  init(
    _ descriptor: Int32, limit: Int, seconds: Double, on scheduler: any Scheduler,
    completion: @escaping (Result<[UInt8], ContentError>) -> Void
  ) {
    self.limit = max(0, limit)
    self.completion = completion
    // The handlers retain this object until the read has ended.
    phase = .reading(
      pipe: PipeWatch(descriptor, for: .reading, on: scheduler) { self.readAvailable(descriptor) },
      timer: scheduler.timer(after: max(0, seconds), every: nil) {
        self.end(.failure(.timedOut(seconds: seconds)))
      })
  }

  /// Stops reading and calls the completion with `.canceled`. No effect if the read has ended.
  public func cancel() { end(.failure(.canceled)) }

  /// Reads the available bytes, at most 256 KiB at a time, so that a fast writer does not delay frames.
  private func readAvailable(_ descriptor: Int32) {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    for _ in 0..<4 {
      guard isReading else { return }
      let count = read(descriptor, &chunk, chunk.count)
      if count > 0 {
        guard bytes.count + count <= limit else { return end(.failure(.tooLong(limit: limit))) }
        bytes += chunk[..<count]
      } else if count == 0 {
        return end(.success(bytes))
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        return end(.failure(.system(call: "read", errno: errno)))
      }
    }
  }

  private func end(_ result: Result<[UInt8], ContentError>) {
    guard case .reading(let pipe, let timer) = phase else { return }
    phase = .ended
    pipe.cancel()
    timer.cancel()
    bytes = []
    completion(result)
  }
}
