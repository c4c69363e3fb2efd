internal import Synchronization

/// The textures from which a texture was updated, and the texels that each update replaced.
///
/// If a frame replaces a texture by an update of that texture, only the pixels that the changed texels touch
/// are redrawn.
struct TextureHistory: Sendable {
  private struct Update: Sendable {
    /// The identity of the texture that was updated.
    let ancestor: UInt64
    let changed: PixelRect
  }

  /// Identifies a texture. Unlike an address, it is never used again.
  private let identity: UInt64
  /// The updates that led to this texture, latest first.
  private let updates: [Update]

  /// The largest number of recorded updates. Older updates are dropped, because a texture is rarely updated
  /// more than a few times between two frames.
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

  /// Returns the smallest rectangle of texels that contains all updates since `ancestor`. Returns `nil` if `ancestor`
  /// is not among the textures of the recorded updates.
  func changes(since ancestor: TextureHistory) -> PixelRect? {
    guard let index = updates.firstIndex(where: { $0.ancestor == ancestor.identity }) else { return nil }
    return updates[...index].reduce(.zero) { $0.union($1.changed) }
  }
}
