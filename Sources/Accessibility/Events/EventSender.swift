internal import Desktop
internal import Dispatch
internal import Views

/// Listens to the trees of all windows while an assistive technology is in use, and sends the changes of elements as events
/// that a program listens to.
///
/// The changes of a frame are compared after the frame, not in it, and at most once in ``shortestInterval``.
///
/// AT-SPI: `org.a11y.atspi.Event`.
@MainActor
final class EventSender {
  /// The shortest time between two comparisons.
  private static let shortestInterval = Duration.milliseconds(30)
  /// The number of events after which the sender waits for a reply of the bus. If the bus does not read, events are dropped,
  /// so that they need no memory without limit.
  private static let largestBacklog = 4096

  /// The events that are sent. While there are none, changes are not compared.
  var listeners = EventListeners() { didSet { if listeners != oldValue { listenersDidChange() } } }

  private let application: AccessibleApplication
  private let connection: BusConnection
  private var published: PublishedTree?
  private var pending: [AccessibilityEvent] = []
  private var timer: Deadline?
  private var isScheduled = false
  private var lastUpdate = ContinuousClock.now - .seconds(1)
  /// The number of events since the last reply of the bus.
  private var backlog = 0
  private var ping: BusCall?
  /// The trees whose changes are reported.
  private var trees: [WeakTree] = []

  private struct WeakTree { weak var tree: ViewTree? }

  init(_ application: AccessibleApplication, on connection: BusConnection) {
    (self.application, self.connection) = (application, connection)
    for surface in application.surfaces { listen(to: surface) }
    application.onAdd = { [weak self] in self?.listen(to: $0) }
  }

  isolated deinit {
    application.onAdd = nil
    for entry in trees { entry.tree?.accessibility.onEvents = nil }
  }

  // MARK: Listening

  private func listenersDidChange() {
    guard !listeners.isEmpty else {
      published = nil
      return
    }
    guard published == nil else { return }
    // A screen reader waits for the event of the active window, which may have been opened before.
    published = PublishedTree(named: application.name)
    schedule()
  }

  private func listen(to surface: any AccessibleSurface) {
    let tree = surface.accessibleTree
    trees.removeAll { $0.tree == nil }
    trees.append(WeakTree(tree: tree))
    tree.accessibility.onEvents = { [weak self] in self?.receive($0) }
    // Views that describe themselves only for a listener do so after this frame.
    tree.root.requestFrame()
    schedule()
  }

  /// Called after windows were opened or closed, or have changed their state.
  func surfacesDidChange() {
    application.invalidateTree()
    schedule()
  }

  private func receive(_ events: [AccessibilityEvent]) {
    guard published != nil else { return }
    pending += events
    schedule()
  }

  // MARK: Comparing

  /// Compares soon, but not during the frame that reports.
  private func schedule() {
    guard published != nil, !isScheduled else { return }
    isScheduled = true
    let delay = lastUpdate + Self.shortestInterval - ContinuousClock.now
    if delay <= .zero {
      DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.update() } }
    } else {
      timer = Deadline(after: delay) { [weak self] in self?.update() }
    }
  }

  private func update() {
    (isScheduled, timer) = (false, nil)
    guard let published else { return }
    lastUpdate = .now
    let events = pending
    pending = []
    let tree = application.tree()
    let changes = TreeChanges(from: published, to: tree, after: events, in: application)
    self.published = PublishedTree(tree)
    for event in changes.events { send(event) }
  }

  private func send(_ event: ObjectEvent) {
    guard event.kind.interface == "Cache" || listeners.want(event.kind) else { return }
    guard backlog < Self.largestBacklog else { return }
    backlog += 1
    if backlog.isMultiple(of: 256) { confirm() }
    let path = AccessibleApplication.path(event.source)
    if event.kind.interface == "Cache" {
      try? connection.emit(
        event.kind.name, interface: CacheInterface.name, path: CacheInterface.path, [event.value])
    } else {
      try? connection.emit(
        event.kind.name, interface: "org.a11y.atspi.Event.\(event.kind.interface)", path: path,
        [
          .string(event.kind.detail), .int32(event.detail1), .int32(event.detail2), .variant(event.value),
          .array(of: "{sv}", []),
        ])
    }
  }

  /// Waits until the bus has read the events.
  private func confirm() {
    guard ping == nil else { return }
    let count = backlog
    ping = try? connection.start(MessageBus.method("GetId"), [], timeout: .seconds(600)) { [weak self] _ in
      guard let self else { return }
      ping = nil
      backlog -= count
    }
  }
}
