import Desktop
import HeadlessCompositor

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
  /// Why it is not found, as a sentence.
  private(set) var problem: String
  private var task: Task<Void, Never>?
  /// The time between two looks. A change of an element needs no request to the compositor.
  private static let interval = Duration.milliseconds(50)
  private static let mostNamed = 20

  /// - Parameter onFind: Called when the element is found.
  init(_ query: Query, _ bus: AccessibleBus, _ compositor: Compositor, onFind: @escaping () -> Void) {
    problem = "No client has answered."
    task = Task { [weak self] in
      while !Task.isCancelled {
        await self?.look(for: query, bus, compositor)
        guard let self, found == nil else { return onFind() }
        try? await Task.sleep(for: Self.interval)
      }
    }
  }

  /// Ends the search.
  func cancel() { task?.cancel() }

  private func look(for query: Query, _ bus: AccessibleBus, _ compositor: Compositor) async {
    let windows: [AccessibleWindow]
    do throws(BusError) { windows = try await ElementReader(bus, compositor).windows() } catch {
      problem = "There is no bus of assistive technologies (\(error)); the option --accessibility starts one."
      return
    }
    let searched = windows.filter {
      query.window == nil || $0.window.title == query.window || $0.window.appID == query.window
    }
    let all = searched.flatMap { window in window.root.all.map { (element: $0, window: window.window) } }
    let matches = all.filter { query.matches($0.element) }
    let number = query.number ?? 1
    guard number <= matches.count, query.number != nil || matches.count == 1 else {
      problem = Self.problem(query, matches.map(\.element), all.map(\.element))
      return
    }
    found = matches[number - 1]
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
