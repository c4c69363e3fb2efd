import Desktop
import HeadlessCompositor

/// Reads the elements of all windows of the compositor.
final class ElementReader {
  private let bus: AccessibleBus
  private let compositor: Compositor
  /// Further elements are left out: a table may have millions.
  private static let (mostElements, mostChildren, deepest) = (10_000, 1000, 100)
  private var count = 0

  init(_ bus: AccessibleBus, _ compositor: Compositor) { (self.bus, self.compositor) = (bus, compositor) }

  /// Returns the windows that have elements.
  ///
  /// - Throws: `BusError` if there is no bus.
  func windows() async throws(BusError) -> [AccessibleWindow] {
    count = 0
    var windows: [AccessibleWindow] = []
    for program in try await bus.programs() {
      for reference in await bus.children(of: program.reference) {
        guard var element = await element(reference, depth: 0), element.states.contains("showing"),
          let window = window(of: element, processID: program.processID)
        else { continue }
        element.removeHidden()
        windows.append(AccessibleWindow(element, in: window))
      }
    }
    return windows
  }

  /// Returns the window of a client that an element describes: that with its name, or else the topmost one.
  private func window(of element: AccessibleElement, processID: Int) -> Toplevel? {
    let own = compositor.toplevels.filter {
      $0.isMapped && Int($0.surface?.client?.processID ?? 0) == processID
    }
    return own.last { $0.title == element.name } ?? own.last
  }

  /// Reads an element and those inside it that are visible.
  private func element(_ reference: AccessibleElement.Reference, depth: Int) async -> AccessibleElement? {
    guard count < Self.mostElements, depth < Self.deepest, !Task.isCancelled else { return nil }
    count += 1
    // The calls wait for their replies together.
    async let role = bus.ask(reference, "Accessible", "GetRole")
    async let name = bus.property("Name", "Accessible", of: reference)
    async let description = bus.property("Description", "Accessible", of: reference)
    async let states = bus.ask(reference, "Accessible", "GetState")
    async let extents = bus.ask(reference, "Component", "GetExtents", [.uint32(1)])  // 1: in the window
    async let children = bus.children(of: reference)
    guard case .uint32(let number)? = await role, case .array(_, let words)? = await states else {
      return nil
    }
    let names = ElementNames.states(Self.bits(words))
    guard names.contains("visible") || names.contains("showing") else { return nil }
    var element = AccessibleElement(
      reference: reference, role: ElementNames.role(number, states: names), name: Self.text(await name),
      description: Self.text(await description), states: names)
    element.frame = Self.frame(await extents)
    for child in await children.prefix(Self.mostChildren) {
      if let inner = await self.element(child, depth: depth + 1) { element.children.append(inner) }
    }
    return element
  }

  private static func text(_ value: BusValue?) -> String {
    if case .string(let text)? = value { text } else { "" }
  }

  private static func bits(_ words: [BusValue]) -> UInt64 {
    words.prefix(2).enumerated().reduce(0) { bits, word in
      guard case .uint32(let part) = word.element else { return bits }
      return bits | UInt64(part) << (32 * UInt64(word.offset))
    }
  }

  private static func frame(_ value: BusValue?) -> (x: Int, y: Int, width: Int, height: Int)? {
    guard case .tuple(let parts)? = value else { return nil }
    let numbers = parts.compactMap { if case .int32(let number) = $0 { Int(number) } else { nil } }
    return numbers.count == 4 ? (numbers[0], numbers[1], numbers[2], numbers[3]) : nil
  }
}
