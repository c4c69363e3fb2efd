/// Identifies a seat for as long as the seat exists.
///
/// Wayland: the name of the `wl_registry` global.
public struct SeatID: Hashable, Sendable {
  /// The name of the `wl_registry` global.
  let global: UInt32
}
