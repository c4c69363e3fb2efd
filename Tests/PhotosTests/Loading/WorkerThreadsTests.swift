import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing
import Threads

/// The threads on which photos are decoded.
struct WorkerThreadsTests {
  @Test("Two closures run at the same time, the others follow in order, and the threads end when none waits")
  func order() async throws {
    var threads: WorkerThreads? = WorkerThreads(count: 2)
    weak let held = threads
    let (started, gate) = (ReportQueue<Int>(), DispatchSemaphore(value: 0))
    for index in 0..<5 {
      threads?.run {
        started.report(index)
        gate.wait()
      }
    }
    #expect(Set([await started.next(), await started.next()]) == [0, 1])
    for index in 2..<5 {
      gate.signal()
      #expect(await started.next() == index)
    }
    threads = nil
    for _ in 0..<2 { gate.signal() }
    // A running thread retains the object.
    try await waitUntil("the end of the threads") { held == nil }
  }

  @Test("Another thread replaces one whose closure takes long, up to the limit")
  func slow() async throws {
    let threads = WorkerThreads(count: 1, maxSlowCount: 1)
    let started = ReportQueue<Int>()
    let gate = DispatchSemaphore(value: 0)
    let running = Mutex(0)
    for index in 0..<4 {
      threads.run {
        #expect(
          running.withLock { count in
            count += 1
            return count
          } <= 2)
        started.report(index)
        if index < 2 {
          threads.beginSlow()
          gate.wait()
          threads.endSlow()
        }
        running.withLock { $0 -= 1 }
      }
    }
    #expect(await started.next() == 0)
    #expect(await started.next() == 1)
    gate.signal()
    #expect(Set([await started.next(), await started.next()]) == [2, 3])
    gate.signal()
    try await waitUntil("the end of the closures") { running.withLock { $0 } == 0 }
  }

  @Test("A thread that a worker starts has the nice value of a worker")
  func niceValue() async {
    let (outer, inner) = (WorkerThreads(count: 1), WorkerThreads(count: 1))
    let values = ReportQueue<Int32>()
    @Sendable func report() { values.report(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)) }
    outer.run {
      report()
      inner.run { report() }
    }
    let first = await values.next()
    #expect(await values.next() == first)
  }

  @Test("If the system refuses all threads, each closure that waits fails")
  func refused() {
    let failed = Mutex<[Int]>([])
    let nested = Mutex(false)
    let threads = Mutex<WorkerThreads?>(nil)
    // While the first thread is being started, another caller enqueues a closure.
    let group = WorkerThreads(count: 2) { _, _ in
      if nested.withLock({ value in
        defer { value = true }
        return value
      }) == false {
        threads.withLock { $0 }?.run(
          { Issue.record("it ran") }, onFailure: { failed.withLock { $0.append(2) } })
      }
      return false
    }
    threads.withLock { $0 = group }
    group.run({ Issue.record("it ran") }, onFailure: { failed.withLock { $0.append(1) } })
    #expect(failed.withLock { $0 } == [1, 2])
  }

  @Test("A closure fails if as many wait as allowed")
  func waitingLimit() {
    let bodies = Mutex<[@Sendable () -> Void]>([])
    let failed = Mutex(0)
    let threads = WorkerThreads(count: 1, maxWaitingCount: 2) { _, body in
      bodies.withLock { $0.append(body) }
      return true
    }
    for _ in 0..<3 { threads.run({}, onFailure: { failed.withLock { $0 += 1 } }) }
    #expect(failed.withLock { $0 } == 1 && bodies.withLock { $0.count } == 1)
  }
}
