import Wayland

/// The actions of a drag, such as copy or move.
///
/// Wayland: `wl_data_device_manager.dnd_action`.
public struct DragActions: OptionSet, Hashable, Sendable {
  /// The bits of `wl_data_device_manager.dnd_action`.
  public let rawValue: UInt32
  /// Creates a set from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The data is copied.
  public static let copy = DragActions(rawValue: 1)
  /// The data is moved: the source removes it after the drop.
  public static let move = DragActions(rawValue: 2)
  /// The user selects an action after the drop.
  public static let ask = DragActions(rawValue: 4)

  /// Creates a set from a protocol value. Unknown actions are ignored.
  init(_ wire: WlDataDeviceManager.DndAction) { rawValue = wire.rawValue & 7 }

  var wire: WlDataDeviceManager.DndAction { .init(rawValue: rawValue & 7) }

  /// Returns this action if it is a single action in `allowed`; otherwise the first of copy, move and ask that is in
  /// `allowed`.
  func single(of allowed: DragActions) -> DragActions {
    let order: [DragActions] = [.copy, .move, .ask]
    if order.contains(self), allowed.contains(self) { return self }
    return order.first { allowed.contains($0) } ?? []
  }
}
