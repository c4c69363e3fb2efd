import Desktop
import HeadlessCompositor
import Threads

/// Reads the elements of windows of the compositor once.
final class ElementReader {
  private let bus: AccessibleBus
  private let compositor: Compositor
  private let end: UInt64
  /// Further elements of a window are left out: a table may have millions.
  private static let (mostElements, mostChildren, deepest) = (10_000, 1000, 100)
  /// The number of elements of the present window that were asked.
  private var askedCount = 0
  /// Whether elements of the present window were left out.
  private var isTruncated = false
  /// The number of elements that have answered.
  private(set) var count = 0
  /// Whether the time was over before all elements had answered.
  private(set) var isIncomplete = false

  /// - Parameter end: A time of `MonotonicClock`, in nanoseconds, after which no further elements are asked.
  init(_ bus: AccessibleBus, _ compositor: Compositor, until end: UInt64) {
    (self.bus, self.compositor, self.end) = (bus, compositor, end)
  }

  /// Returns the windows of clients that have elements. Other programs on the bus are not asked. The elements have no bounds, and those
  /// that are not in the program's cache no description; ``addDetails(to:in:)`` reads both.
  ///
  /// - Parameter isWanted: Whether the elements of a window are read.
  /// - Throws: `BusError` if there is no bus.
  func windows(
    where isWanted: (Toplevel) -> Bool
  ) async throws(BusError) -> [AccessibleWindow] {
    var windows: [AccessibleWindow] = []
    var taken: Set<ObjectIdentifier> = []
    for program in try await bus.programs()
    where toplevels(of: program.processID).contains(where: isWanted) && !isOver {
      // A client that does not answer delays the others by the time limit of one call.
      async let children = bus.children(of: program.reference)
      let cache = await bus.cache(of: program.reference)
      for reference in await children where !isOver {
        guard var root = await element(reference, cache), root.states.contains("showing") else { continue }
        root.frame = await bus.frame(of: reference)
        // Each toplevel has one element.
        let free = toplevels(of: program.processID).filter { !taken.contains(ObjectIdentifier($0)) }
        guard let window = Self.window(of: root, among: free) else { continue }
        taken.insert(ObjectIdentifier(window))
        guard isWanted(window) else { continue }
        (askedCount, isTruncated) = (0, false)
        root.children = await self.children(of: reference, cache, depth: 1)
        root.isTruncated = isTruncated
        root.removeHidden()
        windows.append(AccessibleWindow(root, in: window))
      }
    }
    return windows
  }

  /// Reads the bounds and the descriptions of a window's elements.
  func addDetails(to window: AccessibleWindow) async -> AccessibleWindow {
    var window = window
    window.root = await detailed(window.root, offset: window.offset, isDeep: true)
    return window
  }

  /// Reads the bounds and the description of one element, but not of those inside.
  func addDetails(to element: AccessibleElement, in window: AccessibleWindow) async -> AccessibleElement {
    await detailed(element, offset: window.offset, isDeep: false)
  }

  private func toplevels(of processID: Int) -> [Toplevel] {
    compositor.toplevels.filter { $0.isMapped && Int($0.surface?.client?.processID ?? 0) == processID }
  }

  /// Returns the window that an element describes: that with its name, preferably of the same size, or else the topmost one.
  private static func window(of element: AccessibleElement, among toplevels: [Toplevel]) -> Toplevel? {
    let named = toplevels.filter { $0.title == element.name }
    func hasSize(_ toplevel: Toplevel) -> Bool {
      element.frame.map { toplevel.size == ($0.width, $0.height) } ?? false
    }
    return named.last(where: hasSize) ?? named.last ?? toplevels.last(where: hasSize) ?? toplevels.last
  }

  /// Whether the time is over.
  private var isOver: Bool {
    if MonotonicClock.nanoseconds() >= end || Task.isCancelled { isIncomplete = true }
    return isIncomplete
  }

  /// Returns an element without those inside; `nil` if it does not answer.
  private func element(
    _ reference: AccessibleElement.Reference, _ cache: ElementCache
  ) async -> AccessibleElement? {
    guard let item = cache[reference] else { return await ask(reference) }
    count += 1
    return AccessibleElement(
      reference, role: item.role, name: item.name, states: item.states, description: item.description)
  }

  /// Asks an element for its properties.
  private func ask(_ reference: AccessibleElement.Reference) async -> AccessibleElement? {
    // The calls wait for their replies together.
    async let role = bus.ask(reference, "Accessible", "GetRole")
    async let name = bus.property("Name", "Accessible", of: reference)
    async let states = bus.ask(reference, "Accessible", "GetState")
    guard case .uint32(let number)? = await role, case .array(_, let words)? = await states else {
      return nil
    }
    count += 1
    return AccessibleElement(
      reference, role: number, name: (await name)?.text ?? "", states: ElementNames.bits(words),
      description: nil)
  }

  /// Reads the visible elements inside another one, and those inside of them. All of them are asked together.
  private func children(
    of reference: AccessibleElement.Reference, _ cache: ElementCache, depth: Int
  ) async -> [AccessibleElement] {
    guard depth < Self.deepest, !isOver else { return [] }
    let references: [AccessibleElement.Reference]
    if let known = cache.children(of: reference) {
      references = known
    } else {
      references = await bus.children(of: reference)
    }
    let asked = references.prefix(min(Self.mostChildren, Self.mostElements - askedCount))
    askedCount += asked.count
    if asked.count < references.count { isTruncated = true }
    return await together(asked) { [self] child in
      guard !isOver, var element = await element(child, cache),
        element.states.contains(where: { $0 == "visible" || $0 == "showing" })
      else { return nil }
      element.children = await children(of: child, cache, depth: depth + 1)
      return element
    }
  }

  private func detailed(
    _ element: AccessibleElement, offset: (x: Int, y: Int), isDeep: Bool
  ) async -> AccessibleElement {
    async let frame = bus.frame(of: element.reference)
    var element = element
    if element.description == nil {
      element.description = await bus.property("Description", "Accessible", of: element.reference)?.text
    }
    element.frame = await frame.map { ($0.x + offset.x, $0.y + offset.y, $0.width, $0.height) }
    guard isDeep else { return element }
    element.children = await together(element.children[...]) { [self] child in
      isOver ? child : await detailed(child, offset: offset, isDeep: true)
    }
    return element
  }

  /// Returns the results for all values, in their order, without those that are `nil`. All are awaited at the same time.
  private func together<Value: Sendable>(
    _ values: ArraySlice<Value>, _ body: @escaping @MainActor (Value) async -> AccessibleElement?
  ) async -> [AccessibleElement] {
    await withTaskGroup(of: (Int, AccessibleElement?).self) { group in
      for (index, value) in values.enumerated() { group.addTask { (index, await body(value)) } }
      var results: [(Int, AccessibleElement?)] = []
      for await result in group { results.append(result) }
      return results.sorted { $0.0 < $1.0 }.compactMap(\.1)
    }
  }
}

extension BusValue {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
