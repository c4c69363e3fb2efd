import HeadlessCompositor
import Threads

/// Wakes the methods that wait for a client.
final class DispatchSignal {
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var lastNumber = 0

  init(_ compositor: Compositor) {
    compositor.onDispatch = { [weak self] in self?.wakeAll() }
  }

  func wakeAll() {
    let all = waiting
    waiting = [:]
    for continuation in all.values { continuation.resume() }
  }

  private func wake(_ number: Int) { waiting.removeValue(forKey: number)?.resume() }

  /// Waits until a message of a client was dispatched, until `end`, or until the task is canceled.
  ///
  /// - Parameter end: A time of ``MonotonicClock``, in nanoseconds.
  func next(until end: UInt64) async {
    let now = MonotonicClock.nanoseconds()
    guard now < end, !Task.isCancelled else { return }
    lastNumber += 1
    let number = lastNumber
    let timer = Task { [weak self] in
      try? await Task.sleep(nanoseconds: end - now)
      if !Task.isCancelled { self?.wake(number) }
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiting[number] = $0 }
    } onCancel: {
      Task { @MainActor in self.wake(number) }
    }
    timer.cancel()
  }
}
