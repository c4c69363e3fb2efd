import Desktop
import HeadlessCompositor
import Threads

/// Looks for one element until it is there.
final class ElementSearch {
  /// The properties of the element. A property that is `nil` matches every value.
  struct Query {
    var role: String?
    var name: String?
    var state: String?
    var window: String?
    /// Which of several elements, counted from 1; `nil` if there must be only one.
    var number: Int?

    func matches(_ element: AccessibleElement) -> Bool {
      (role == nil || element.role == role) && (name == nil || element.name == name)
        && (state.map { element.states.contains($0) } ?? true)
    }

    var description: String {
      [role ?? "element", name.map { "“\($0)”" }, state, window.map { "in the window “\($0)”" }]
        .compactMap { $0 }.joined(separator: " ")
    }
  }

  /// The element and its window; `nil` until it is found.
  private(set) var found: (element: AccessibleElement, window: Toplevel)?
  /// The elements that are being read; `nil` between two looks.
  private var reader: ElementReader?
  /// Why the last look has not found the element, as a sentence; `nil` before the end of the first look.
  private var lastProblem: String?
  private var task: Task<Void, Never>?
  /// The time between two looks. A change of an element needs no request to the compositor.
  private static let interval = Duration.milliseconds(50)
  private static let mostNamed = 20

  /// - Parameters:
  ///   - end: A time of `MonotonicClock`, in nanoseconds, after which no elements are read.
  ///   - onLook: Called after each look.
  init(
    _ query: Query, _ bus: AccessibleBus, _ compositor: Compositor, until end: UInt64,
    onLook: @escaping () -> Void
  ) {
    task = Task { [weak self] in
      while !Task.isCancelled {
        await self?.look(for: query, bus, ElementReader(bus, compositor, until: end))
        onLook()
        guard let self, found == nil else { return }
        try? await Task.sleep(for: Self.interval)
      }
    }
  }

  /// Ends the search.
  func cancel() { task?.cancel() }

  /// Whether elements are being read. Frames that are presented meanwhile delay the answers of most clients, but others answer only
  /// after a frame.
  var isReading: Bool { reader != nil && MonotonicClock.nanoseconds() < began + Self.longestPause }
  /// The begin of the present look, and the longest time without frames, in nanoseconds.
  private var began: UInt64 = 0
  private static let longestPause: UInt64 = 500_000_000

  /// Why the element is not found, as a sentence.
  var problem: String {
    if let lastProblem { return lastProblem }
    let count = reader?.count ?? 0
    return count == 0
      ? "No client has answered."
      : "Only \(count) elements were read in this time; the client answers slowly, or has too many elements."
  }

  private func look(for query: Query, _ bus: AccessibleBus, _ reader: ElementReader) async {
    (self.reader, began) = (reader, MonotonicClock.nanoseconds())
    defer { self.reader = nil }
    let windows: [AccessibleWindow]
    do throws(BusError) {
      windows = try await reader.windows { window in
        !window.isMinimized
          && (query.window == nil || window.title == query.window || window.appID == query.window)
      }
    } catch {
      lastProblem =
        "There is no bus of assistive technologies (\(error)); the option --accessibility starts one."
      return
    }
    let all = windows.flatMap { window in window.root.all.map { (element: $0, window: window) } }
    let matches = all.filter { query.matches($0.element) }
    let number = query.number ?? 1
    guard !reader.isIncomplete, !Task.isCancelled else {
      if lastProblem == nil, reader.count > 0 { lastProblem = problem }
      return
    }
    guard number <= matches.count, query.number != nil || matches.count == 1 else {
      lastProblem = Self.problem(query, matches.map(\.element), all.map(\.element))
      if windows.contains(where: \.root.isTruncated) {
        lastProblem? += " Not all elements were read, because a window has too many."
      }
      return
    }
    let match = matches[number - 1]
    found = (await reader.addDetails(to: match.element, in: match.window), match.window.window)
  }

  private static func problem(
    _ query: Query, _ matches: [AccessibleElement], _ all: [AccessibleElement]
  ) -> String {
    func list(_ elements: [AccessibleElement]) -> String {
      elements.prefix(mostNamed).map(\.line).joined(separator: ", ")
    }
    if !matches.isEmpty {
      let count = "There are \(matches.count) elements “\(query.description)”"
      return query.number == nil ? "\(count): \(list(matches)). “number” chooses one." : "\(count)."
    }
    let related = all.filter { query.role == nil || $0.role == query.role }
    return "There is no \(query.description). There is "
      + (all.isEmpty ? "no element at all." : "\(list(related.isEmpty ? all : related)).")
  }
}
