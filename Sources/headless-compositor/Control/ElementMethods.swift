import ControlChannel
import Desktop
import HeadlessCompositor
import JSON

/// The methods for elements that clients offer to assistive technologies.
extension CompositorControl {
  private static let elementParameters: [ControlParameter] = [
    .optional("role", .text, "the role, such as button, check box, entry or list item"),
    .optional("name", .text, "the name, such as the title of a button"),
    .optional("state", .choice(ElementNames.stateNames), "a state that the element has"),
    .optional("number", .integer(1...10_000), "which of several elements; by default there must be only one"),
    .optional("window", .text, "the title or the app ID of the window; all windows by default"),
    limitParameter,
  ]

  func elementMethods(_ bus: AccessibleBus) -> [ControlMethod] {
    [
      ControlMethod(
        "find", "Waits until a client shows one element with this role, name and state, and returns it.",
        Self.elementParameters
      ) { [self] arguments throws(ControlError) in
        let (element, window) = try await find(arguments, bus)
        return JSONNode(element.members + [("window", JSONNode(window.title))])
      },
      ControlMethod(
        "elements", "Returns the windows with the elements that their clients offer.",
        [
          .optional("window", .text, "the title or the app ID of the window; all windows by default"),
          Self.limitParameter,
        ]
      ) { [self] arguments throws(ControlError) in
        let reader = ElementReader(bus, compositor, until: Self.end(arguments))
        var nodes: [JSONNode] = []
        do throws(BusError) {
          let windows = try await reader.windows { window in
            arguments.text("window").map { $0 == window.title || $0 == window.appID } ?? true
          }
          for window in windows { nodes.append(await reader.addDetails(to: window).root.node) }
        } catch { throw ControlError(.failed, "There is no bus of assistive technologies: \(error).") }
        guard !reader.isIncomplete else {
          throw ControlError(
            .timeout,
            "\(reader.count) elements were read in this time, and there are more: \(nodes.map(\.line).joined(separator: ", ").prefix(2000))"
          )
        }
        return JSONNode(nodes)
      },
      ControlMethod(
        "element.click", "Waits for an element, and clicks on the middle of its bounds.",
        Self.elementParameters + [Self.seatParameter]
      ) { [self] arguments throws(ControlError) in
        let (element, window) = try await findAtRest(arguments, bus)
        guard let frame = element.frame, frame.width > 0, frame.height > 0 else {
          throw ControlError(.failed, "The element \(element.line) has no bounds.")
        }
        let x = Double(window.position.x + frame.x) + Double(frame.width) / 2
        let y = Double(window.position.y + frame.y) + Double(frame.height) / 2
        try seat(arguments).pointer.click(at: (x, y))
        return [:]
      },
      ControlMethod(
        "element.perform", "Waits for an element, and performs one of its actions.",
        Self.elementParameters
          + [.optional("action", .text, "the name of the action, such as activate; the first by default")]
      ) { [self] arguments throws(ControlError) in
        let element = try await find(arguments, bus).element
        try await perform(arguments.text("action"), of: element, bus)
        return [:]
      },
    ]
  }

  private func find(
    _ arguments: ControlArguments, _ bus: AccessibleBus
  ) async throws(ControlError) -> (element: AccessibleElement, window: Toplevel) {
    var query = ElementSearch.Query()
    (query.name, query.state) = (arguments.text("name"), arguments.text("state"))
    (query.window, query.number) = (arguments.text("window"), arguments.integer("number"))
    if let role = arguments.text("role") {
      query.role = ElementNames.role(named: role)
      if query.role == nil { throw ControlError(.invalidParameters, "There is no role “\(role)”.") }
    }
    let search = ElementSearch(query, bus, compositor, until: Self.end(arguments)) { [weak self] in
      self?.wakeAll()
    }
    defer { search.cancel() }
    try await wait(
      arguments, pausesFrames: { search.isReading }, for: { search.problem },
      until: { search.found != nil })
    guard let found = search.found else { throw ControlError(.failed, search.problem) }
    return found
  }

  /// Finds an element that does not move: its bounds are the same twice.
  private func findAtRest(
    _ arguments: ControlArguments, _ bus: AccessibleBus
  ) async throws(ControlError) -> (element: AccessibleElement, window: Toplevel) {
    var found = try await find(arguments, bus)
    for _ in 0..<Self.mostLooks {
      let next = try await find(arguments, bus)
      guard let old = found.element.frame, let new = next.element.frame, old != new else { return next }
      found = next
    }
    throw ControlError(.failed, "The element \(found.element.line) does not stop to move.")
  }
  /// The number of times that the bounds of a moving element are read.
  private static let mostLooks = 200

  /// Performs an action of an element; `nil` for the first one.
  private func perform(
    _ name: String?, of element: AccessibleElement, _ bus: AccessibleBus
  ) async throws(ControlError) {
    var names: [String] = []
    if case .array(_, let actions)? = await bus.ask(element.reference, "Action", "GetActions") {
      names = actions.map { action in
        if case .tuple(let words) = action, case .string(let name)? = words.first { name } else { "" }
      }
    }
    guard let index = name.map({ names.firstIndex(of: $0) }) ?? names.indices.first else {
      throw Self.unknown("action of the element \(element.line)", name ?? "", names)
    }
    let reply = await bus.ask(element.reference, "Action", "DoAction", [.int32(Int32(index))])
    guard reply == .boolean(true) else {
      throw ControlError(.failed, "The element \(element.line) has not performed “\(names[index])”.")
    }
  }
}
