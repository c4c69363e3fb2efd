internal import CEpoll
internal import Dispatch
internal import Glibc

/// Calls a closure on the main queue while a descriptor is ready, until it is canceled or deallocated.
///
/// It watches a duplicate of the descriptor. Otherwise, after the descriptor is closed, a new descriptor with the same number could be
/// mistaken for it.
///
/// All watches share one Dispatch source, which is never canceled: on Linux, Dispatch may use the memory of a canceled source while
/// it reports the events of others (swift-corelibs-libdispatch, issue 949), so programs that watch and release many descriptors
/// crash now and then.
@MainActor
package final class MainQueueWatch {
  package struct Events: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Bytes have arrived, the other end is closed, or the descriptor has an error.
    package static let reading = Events(rawValue: EPOLLIN.rawValue)
    /// There is room for bytes, or the descriptor has an error.
    package static let writing = Events(rawValue: EPOLLOUT.rawValue)
  }

  /// The events that are reported. Without any, also a closed end and errors are not reported.
  package var events: Events { didSet { if events != oldValue { MainQueueEvents.shared?.update(self) } } }

  /// The duplicate; -1 after the watch is canceled.
  fileprivate private(set) var descriptor: Int32
  fileprivate let number: UInt64
  private let onReady: @MainActor (Events) -> Void

  /// Starts the watch.
  ///
  /// - Parameters:
  ///   - descriptor: A descriptor that can be polled. The caller keeps it open.
  ///   - events: The events that are reported.
  ///   - onReady: Called with those of the events that are there.
  /// - Returns: The watch; `nil` if the descriptor cannot be watched (`errno` states why), such as that of a regular file.
  package init?(_ descriptor: Int32, _ events: Events, onReady: @escaping @MainActor (Events) -> Void) {
    guard let shared = MainQueueEvents.shared else { return nil }
    let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard duplicate >= 0 else { return nil }
    self.descriptor = duplicate
    self.events = events
    self.onReady = onReady
    number = shared.nextNumber()
    guard shared.add(self) else {
      let reason = errno
      close(duplicate)
      self.descriptor = -1
      errno = reason
      return nil
    }
  }

  isolated deinit { cancel() }

  /// Ends the watch. A second call has no effect.
  package func cancel() {
    guard descriptor >= 0 else { return }
    MainQueueEvents.shared?.remove(self)
    close(descriptor)
    descriptor = -1
  }

  fileprivate func report(_ ready: UInt32) {
    let failures = EPOLLHUP.rawValue | EPOLLERR.rawValue
    let found = Events(rawValue: ready & failures == 0 ? ready : ready | EPOLLIN.rawValue | EPOLLOUT.rawValue)
    let wanted = found.intersection(events)
    if !wanted.isEmpty { onReady(wanted) }
  }
}

/// The one Dispatch source of all watches.
@MainActor
private final class MainQueueEvents {
  private struct Entry {
    weak var watch: MainQueueWatch?
    /// Whether epoll has the descriptor.
    var isAdded = false
  }

  /// `nil` if the process had no descriptors left when the first watch began.
  static let shared = MainQueueEvents()

  private let epoll: Int32
  private let source: any DispatchSourceRead
  private var entries: [UInt64: Entry] = [:]
  private var lastNumber: UInt64 = 0

  private init?() {
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard epoll >= 0 else { return nil }
    source = DispatchSource.makeReadSource(fileDescriptor: epoll, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated { MainQueueEvents.shared?.deliver() } }
    source.resume()
  }

  func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  /// - Returns: False if the descriptor cannot be watched.
  func add(_ watch: MainQueueWatch) -> Bool {
    entries[watch.number] = Entry(watch: watch)
    update(watch)
    let isAdded = entries[watch.number]?.isAdded == true || watch.events.isEmpty
    if !isAdded { entries[watch.number] = nil }
    return isAdded
  }

  func update(_ watch: MainQueueWatch) {
    guard let entry = entries[watch.number] else { return }
    var event = epoll_event()
    event.events = watch.events.rawValue
    event.data.u64 = watch.number
    // A descriptor that stays without events would report errors without a pause.
    let isWanted = !watch.events.isEmpty
    let operation =
      switch (entry.isAdded, isWanted) {
      case (false, true): EPOLL_CTL_ADD
      case (true, true): EPOLL_CTL_MOD
      case (true, false): EPOLL_CTL_DEL
      case (false, false): 0 as Int32
      }
    guard operation != 0 else { return }
    let isDone = epoll_ctl(epoll, operation, watch.descriptor, &event) == 0
    entries[watch.number]?.isAdded = isWanted && isDone
  }

  func remove(_ watch: MainQueueWatch) {
    guard let entry = entries.removeValue(forKey: watch.number), entry.isAdded else { return }
    var event = epoll_event()
    epoll_ctl(epoll, EPOLL_CTL_DEL, watch.descriptor, &event)
  }

  /// The largest number of descriptors that are reported before other work of the main queue has its turn.
  private static let batch = 64

  private func deliver() {
    var ready = [epoll_event](repeating: epoll_event(), count: Self.batch)
    let count = epoll_wait(epoll, &ready, Int32(Self.batch), 0)
    for event in ready.prefix(max(Int(count), 0)) {
      // An earlier closure may have canceled the watch.
      entries[event.data.u64]?.watch?.report(event.events)
    }
  }
}
