import Desktop

/// The elements that a program describes in one reply. Those that it leaves out are asked for one by one.
///
/// AT-SPI: `org.a11y.atspi.Cache.GetItems`.
final class ElementCache {
  /// The properties of an element.
  struct Item {
    let role: UInt32
    let name: String
    let description: String
    let states: UInt64
    fileprivate let childCount: Int32
  }

  private var items: [AccessibleElement.Reference: Item] = [:]
  private var children: [AccessibleElement.Reference: [Int32: AccessibleElement.Reference]] = [:]

  /// - Parameter reply: The value of `GetItems`. It may be empty, as that of Qt, or have another form, as that of old programs.
  init(_ reply: BusValue?) {
    guard case .array(_, let entries)? = reply else { return }
    for case .tuple(let parts) in entries where parts.count == 10 {
      guard let reference = AccessibleElement.Reference(parts[0]),
        let parent = AccessibleElement.Reference(parts[2]), case .int32(let index) = parts[3],
        case .int32(let childCount) = parts[4], case .string(let name) = parts[6],
        case .uint32(let role) = parts[7], case .string(let description) = parts[8],
        case .array(_, let words) = parts[9]
      else { continue }
      items[reference] = Item(
        role: role, name: name, description: description, states: ElementNames.bits(words),
        childCount: childCount)
      children[parent, default: [:]][index] = reference
    }
  }

  subscript(_ reference: AccessibleElement.Reference) -> Item? { items[reference] }

  /// Returns the elements inside another one, in their order; `nil` if not all of them are known.
  func children(of reference: AccessibleElement.Reference) -> [AccessibleElement.Reference]? {
    guard let count = items[reference]?.childCount, count >= 0 else { return nil }
    let known = children[reference] ?? [:]
    // The client may have sent any number.
    guard known.count == count else { return nil }
    let ordered = (0..<count).compactMap { known[$0] }
    return ordered.count == count ? ordered : nil
  }
}
