import Wayland

/// A drag that began in a window of the program.
///
/// Wayland: `wl_data_source`.
@MainActor
public final class Drag {
  /// The end of a drag.
  public enum Outcome: Hashable, Sendable {
    /// Another program, or this one, has received the data. After a move, the source removes the data.
    case dropped(DragActions)
    /// The data was not dropped, or the target rejected it.
    case canceled
  }

  /// The type that the target accepts; nil while the drag is over no target.
  ///
  /// Wayland: `wl_data_source.target`.
  public private(set) var acceptedType: String?
  /// The action that both sides support; empty while there is none.
  ///
  /// Wayland: `wl_data_source.action`.
  public private(set) var action: DragActions = []
  /// Whether the data was dropped. The drag has ended when the target has read it.
  ///
  /// Wayland: `wl_data_source.dnd_drop_performed`.
  public private(set) var isDropped = false
  /// The end of the drag; nil before it.
  public private(set) var outcome: Outcome?
  /// Called when `acceptedType`, `action` or `isDropped` has changed.
  public var onChange: (() -> Void)?
  /// Called once with the end of the drag. A compositor that offers version 2 of data devices reports no drop, only a
  /// canceled drag.
  public var onEnd: ((Outcome) -> Void)?

  private let source: WlDataSource
  private let writer: ContentWriter
  private let picture: DragPictureSurface?
  /// Called once at the end, before `onEnd`.
  private let didEnd: () -> Void

  init(
    _ source: WlDataSource, _ content: ContentProvider, actions: DragActions, picture: DragPictureSurface?,
    loop: any TransferLoop, didEnd: @escaping () -> Void
  ) {
    self.source = source
    self.picture = picture
    self.didEnd = didEnd
    writer = ContentWriter(in: loop)
    if source.version < 3 { action = .copy }
    for type in content.types { source.offer(mimeType: type) }
    if source.version >= 3 { source.setActions(dndActions: actions.wire) }
    source.onEvent = { [weak self] event in
      guard let self else { return }
      switch event {
      case .target(let type): acceptedType = type
      case .action(let action): self.action = DragActions(action)
      case .dndDropPerformed:
        isDropped = true
        self.picture?.close()
      case .send(let type, let descriptor):
        if let bytes = content.bytes(of: type) { writer.write(bytes, to: descriptor.take()) }
        return
      case .cancelled: return end(.canceled)
      case .dndFinished: return end(.dropped(action))
      }
      onChange?()
    }
  }

  /// Cancels the drag. `onEnd` is called with `.canceled`; no effect after the end.
  ///
  /// Wayland: `wl_data_source.destroy`.
  public func cancel() { end(.canceled) }

  private func end(_ outcome: Outcome) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    // Data that is still being written is written to its end.
    if source.isAlive { source.destroy() }
    picture?.close()
    didEnd()
    onEnd?(outcome)
    onChange = nil
    onEnd = nil
  }
}

extension Window {
  /// Begins a drag from the window with the latest press of any seat, while the button or the finger is held on it.
  ///
  /// The compositor then sends no more events of this press: the pointer leaves the window, and touches are canceled.
  ///
  /// - Parameters:
  ///   - content: The data.
  ///   - actions: The actions that the program supports.
  ///   - picture: A picture that is shown under the pointer; nil for none.
  /// - Returns: The drag, which need not be retained; nil if there was no press, no type, or no support by the compositor.
  ///
  /// Wayland: `wl_data_device.start_drag`.
  @discardableResult
  public func beginDrag(
    _ content: ContentProvider, actions: DragActions = .copy, picture: DragPicture? = nil
  ) -> Drag? {
    // The seat and the serial are those of the same press.
    guard let origin = wlSurface, let press = system.seatList.latestSeat(.press) else { return nil }
    return press.seat.transfers?.beginDrag(
      content, actions: actions, picture: picture, origin: origin, press: press.serial, scale: scale)
  }
}
