internal import Drawing
internal import Geometry
internal import Views

/// The most recently used pictures, up to a number of bytes.
struct ImageCache {
  private struct Entry {
    let image: Image
    /// The size in pixels for which the picture was loaded.
    let size: Size
    var lastUse: Int
  }

  private var entries: [String: Entry] = [:]
  private var useCount = 0
  /// The memory of the cached pictures, in bytes.
  private(set) var byteCount = 0
  /// The limit of ``byteCount``.
  var byteLimit: Int { didSet { evict() } }

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// Returns a picture that is large enough for `size` pixels.
  mutating func image(_ identity: String, for size: Size) -> Image? {
    guard let entry = entries[identity] else { return nil }
    // If the picture is smaller than the size it was loaded for, its source has no larger version.
    let isWhole =
      Double(entry.image.width) < entry.size.width && Double(entry.image.height) < entry.size.height
    let suffices = entry.size.width >= size.width && entry.size.height >= size.height
    guard suffices || isWhole else { return nil }
    useCount += 1
    entries[identity]?.lastUse = useCount
    return entry.image
  }

  /// Stores a picture, and evicts the least recently used pictures above the limit.
  mutating func store(_ image: Image, _ identity: String, for size: Size) {
    remove(identity)
    guard image.byteCount <= byteLimit else { return }
    useCount += 1
    entries[identity] = Entry(image: image, size: size, lastUse: useCount)
    byteCount += image.byteCount
    evict()
  }

  mutating func remove(_ identity: String) {
    if let entry = entries.removeValue(forKey: identity) { byteCount -= entry.image.byteCount }
  }

  mutating func removeAll() { (entries, byteCount) = ([:], 0) }

  private mutating func evict() {
    while byteCount > max(byteLimit, 0),
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
    {
      remove(oldest)
    }
  }
}
