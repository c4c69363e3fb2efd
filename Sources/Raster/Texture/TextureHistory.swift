internal import Synchronization

/// The textures that a texture was updated from, and the texels that each update replaced.
///
/// A frame that replaces a texture by an update of it redraws only what the changed texels touch.
struct TextureHistory: Sendable {
  private struct Update: Sendable {
    /// The identity of the texture that was updated.
    let ancestor: UInt64
    let changed: PixelRect
  }

  /// Identifies a texture. Unlike an address, it is never used again.
  private let identity: UInt64
  /// The latest update first.
  private let updates: [Update]

  /// Updates before these are forgotten. A frame rarely skips more than a few.
  static let maximumCount = 8

  private static let lastIdentity = Atomic<UInt64>(0)

  /// The history of a texture that is not an update.
  init() { self.init(updates: []) }

  private init(updates: [Update]) {
    identity = Self.lastIdentity.wrappingAdd(1, ordering: .relaxed).newValue
    self.updates = updates
  }

  /// Returns the history of an update that replaces the texels in `changed`.
  func updated(in changed: PixelRect) -> TextureHistory {
    let latest = Update(ancestor: identity, changed: changed)
    return TextureHistory(updates: [latest] + updates.prefix(Self.maximumCount - 1))
  }

  /// Returns the smallest rectangle of texels that contains all updates since `ancestor`; `nil` if this texture was not
  /// updated from it, or too often.
  func changes(since ancestor: TextureHistory) -> PixelRect? {
    guard let index = updates.firstIndex(where: { $0.ancestor == ancestor.identity }) else { return nil }
    return updates[...index].reduce(.zero) { $0.union($1.changed) }
  }
}
