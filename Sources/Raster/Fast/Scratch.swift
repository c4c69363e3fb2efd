/// Memory that is kept from frame to frame and grows when a frame needs more.
struct Scratch<Element: BitwiseCopyable>: ~Copyable {
  private(set) var elements: UnsafeMutablePointer<Element>
  private(set) var capacity: Int
  var count = 0

  init(capacity: Int = 16) {
    self.capacity = capacity
    elements = .allocate(capacity: capacity)
  }

  deinit { elements.deallocate() }

  /// Makes room for `wanted` elements; what is there stays.
  mutating func reserve(_ wanted: Int) {
    guard wanted > capacity else { return }
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: max(wanted, capacity * 2))
    larger.update(from: elements, count: count)
    elements.deallocate()
    elements = larger
    capacity = max(wanted, capacity * 2)
  }

  mutating func append(_ element: Element) {
    reserve(count + 1)
    elements[count] = element
    count += 1
  }
}
