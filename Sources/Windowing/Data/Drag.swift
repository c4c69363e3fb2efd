import Wayland

/// A drag that began in a window of the program.
///
/// Wayland: `wl_data_source`.
@MainActor
public final class Drag {
  /// The end of a drag.
  public enum Outcome: Hashable, Sendable {
    /// The target has received the data. After a move, this program removes its own copy of the data.
    case dropped(DragActions)
    /// The target has finished the drop, but this program has not delivered all data that the target has requested, such as a
    /// file that could not be read. The program keeps its data.
    case failed
    /// The drag was canceled, the data was not dropped, or the target rejected it.
    case canceled
  }

  /// The type that the target accepts; nil while there is no target that accepts the data.
  ///
  /// Wayland: `wl_data_source.target`.
  public private(set) var acceptedType: String?
  /// The action that the compositor selected from those that both sides support; empty while it has selected none.
  ///
  /// Wayland: `wl_data_source.action`.
  public private(set) var action: DragActions = []
  /// Whether the user dropped the data. The drag ends later, when the target has read the data.
  ///
  /// Wayland: `wl_data_source.dnd_drop_performed`.
  public private(set) var isDropped = false
  /// How the drag ended; nil while it has not ended.
  public private(set) var outcome: Outcome?
  /// Called when `acceptedType`, `action` or `isDropped` has changed.
  public var onChange: (() -> Void)?
  /// Called once when the drag ends. Before version 3 of `wl_data_source`, the compositor does not report drops, so
  /// `onEnd` is called only for a canceled drag.
  public var onEnd: ((Outcome) -> Void)?

  /// Whether a request of the target got no data, or not all of it.
  private var hasFailed = false
  private let source: WlDataSource
  private let writer: ContentWriter
  private let picture: DragPictureSurface?
  /// Called once when the drag ends, before `onEnd`.
  private let didEnd: (Drag) -> Void
  /// Called once when the drag ends, before `onEnd`, for the part of the program that has begun the drag.
  package var onFinish: ((Outcome) -> Void)?

  init(
    _ source: WlDataSource, _ content: ContentProvider, actions: DragActions, picture: DragPictureSurface?,
    scheduler: any Scheduler, didEnd: @escaping (Drag) -> Void
  ) {
    self.source = source
    self.picture = picture
    self.didEnd = didEnd
    writer = ContentWriter(on: scheduler)
    writer.onFailure = { [weak self] in self?.hasFailed = true }
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
        writer.write(type, of: content, to: descriptor)
        return
      case .cancelled: return end(.canceled)
      case .dndFinished: return end(hasFailed ? .failed : .dropped(action))
      }
      onChange?()
    }
  }

  /// Cancels the drag and calls `onEnd` with `.canceled`. No effect if the drag has ended.
  ///
  /// Wayland: `wl_data_source.destroy`.
  public func cancel() { end(.canceled) }

  private func end(_ outcome: Outcome) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    // Writes of the data to other programs continue after the source is destroyed.
    if source.isAlive { source.destroy() }
    picture?.close()
    didEnd(self)
    onFinish?(outcome)
    onEnd?(outcome)
    (onChange, onFinish, onEnd) = (nil, nil, nil)
  }
}

extension Window {
  /// Begins a drag in this window with the latest press of any seat. Call it while the button is pressed or the finger
  /// touches the window.
  ///
  /// The compositor then sends no more events of this press: the pointer leaves the window, or the touch is canceled.
  ///
  /// - Parameters:
  ///   - content: The data to drag.
  ///   - actions: The actions that the program supports.
  ///   - picture: A picture that is shown under the pointer; nil for none.
  ///   - contact: The pointer or the touch whose press begins the drag, by the `contactID` of its events; nil for the latest
  ///     press.
  /// - Returns: The drag, which the caller need not retain; nil if there was no press, `content` has no type, or the
  ///   compositor does not support drags.
  ///
  /// Wayland: `wl_data_device.start_drag`.
  @discardableResult
  public func beginDrag(
    _ content: ContentProvider, actions: DragActions = .copy, picture: DragPicture? = nil,
    contact: Int? = nil
  ) -> Drag? {
    // Use the seat of the press, because the serial is valid only for this seat.
    let own = contact.flatMap { id in
      system.seats.lazy.compactMap { seat in seat.press(ofContact: id).map { (seat: seat, serial: $0) } }
        .first
    }
    guard let origin = wlSurface, let press = own ?? system.seatList.latestSeat(.press) else { return nil }
    let drag = press.seat.transfers?.beginDrag(
      content, actions: actions, picture: picture, origin: origin, press: press.serial, scale: scale)
    if drag != nil { press.seat.dragBegan(press: press.serial) }
    return drag
  }
}
