import Dispatch
import Glibc
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
      let isAccepted = threads?.run {
        started.report(index)
        gate.wait()
      }
      #expect(isAccepted == true)
    }
    #expect(Set([await started.next(), await started.next()]) == [0, 1])
    #expect(threads?.waitingCount == 3)
    for index in 2..<5 {
      gate.signal()
      #expect(await started.next() == index)
    }
    #expect(threads?.waitingCount == 0)
    threads = nil
    for _ in 0..<2 { gate.signal() }
    // A running thread retains the object.
    try await waitUntil("the end of the threads") { held == nil }
  }

  @Test("A thread that a worker starts has the nice value of a worker")
  func niceValue() async {
    let (outer, inner) = (WorkerThreads(count: 1), WorkerThreads(count: 1))
    let values = ReportQueue<Int32>()
    @Sendable func report() { values.report(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)) }
    _ = outer.run {
      report()
      _ = inner.run { report() }
    }
    let first = await values.next()
    #expect(await values.next() == first)
  }
}
