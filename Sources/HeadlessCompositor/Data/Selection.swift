import CSystem
import Glibc

/// The clipboard or the primary selection.
///
/// Wayland: `wl_data_device.selection`, `zwp_primary_selection_device_v1.selection`.
@MainActor public final class Selection {
  weak var seat: Seat?
  private var devices = ObjectList<SelectionDevice>()
  private var content: (any OfferedContent)?
  /// The clipboard managers that have not got the present content.
  private var late = ObjectList<SelectionDevice>()

  init() {}

  private var compositor: Compositor? { seat?.compositor }

  /// The MIME types of the current content, in the order they were offered; empty without content.
  public var types: [String] { content?.types ?? [] }

  /// Whether a client set the current content.
  public var isOwnedByClient: Bool {
    content != nil && !(content is FixedContent || content is StalledContent)
  }

  /// Sets the content, as another client would. The owner of the previous content is notified.
  ///
  /// - Parameter content: The data of each MIME type, in the order in which the types are offered.
  public func set(_ content: [(type: String, bytes: [UInt8])]) {
    replace(with: FixedContent(content, in: compositor))
    compositor?.flush()
  }

  /// Removes the content.
  public func clear() {
    replace(with: nil)
    compositor?.flush()
  }

  /// Reads the content, as another client would. The data arrives while the compositor is dispatched.
  ///
  /// - Parameter type: One of `types`. For any other type, the returned transfer has ended and is not complete.
  public func read(_ type: String) -> ContentTransfer {
    var ends: [Int32] = [-1, -1]
    guard let compositor, let content, content.types.contains(type), csystem_pipe(&ends) == 0 else {
      return .empty()
    }
    content.send(type, to: ends[1])
    compositor.flush()
    return .read(from: ends[0], in: compositor)
  }

  /// Requests the content, as another client would with the descriptor `file`. The compositor closes the descriptor.
  ///
  /// - Parameters:
  ///   - type: A MIME type. The owner receives the request even if it does not offer this type.
  ///   - file: The writing end of a pipe.
  public func write(_ type: String, to file: Int32) {
    content.receive(type, file)
    compositor?.flush()
  }

  /// Sets content whose owner never sends data, like a client that is stopped.
  ///
  /// - Parameter types: The offered MIME types.
  public func setStalled(_ types: [String]) {
    replace(with: StalledContent(types))
    compositor?.flush()
  }

  // MARK: Clients

  func add(_ device: SelectionDevice) {
    devices.append(device)
    let focus = seat?.keyboard.focus?.resource.clientHandle
    if !device.needsFocus || focus != nil && focus == device.clientHandle { device.sendSelection(content) }
  }

  func remove(_ device: SelectionDevice) {
    devices.remove(device)
    late.remove(device)
  }

  /// Sends the selection to the client of a surface that is about to get the keyboard focus.
  func sendSelection(to surface: Surface) {
    guard let owner = surface.resource.clientHandle else { return }
    for device in devices where device.needsFocus && device.clientHandle == owner {
      device.sendSelection(content)
    }
  }

  /// Sets the content of a client; nil removes the content.
  func replace(with new: (any OfferedContent)?) {
    guard new !== content else { return }
    let old = content
    content = new
    // As compositors do. GTK 4 ignores an offer while it has a source, because it takes the offer for its own.
    old?.canceled()
    sendSelectionToAll()
  }

  /// Removes the content of a source that was destroyed.
  func sourceDestroyed(_ source: any OfferedContent) {
    guard source === content else { return }
    content = nil
    sendSelectionToAll()
  }

  private func sendSelectionToAll() {
    if let focus = seat?.keyboard.focus { sendSelection(to: focus) }
    for device in devices where !device.needsFocus { send(to: device) }
  }

  /// Sends the selection to a clipboard manager, or remembers that it gets the newest one when it reads its events again. Without this
  /// limit, a client that sets selections without a pause would have libwayland disconnect the managers.
  private func send(to device: SelectionDevice) {
    guard let client = compositor?.client(device.clientHandle), !client.isKeepingUp else {
      late.remove(device)
      return device.sendSelection(content)
    }
    late.append(device)
  }

  /// Sends the selection to the clipboard managers that did not read their events before.
  func sendLateSelections() { for device in Array(late) { send(to: device) } }
}

/// A client's object that receives a selection. Each protocol has a subclass.
@MainActor class SelectionDevice {
  /// The client's `wl_client`; nil after the object was destroyed.
  var clientHandle: OpaquePointer? { nil }
  /// Whether the client receives the selection only while it has the keyboard focus.
  var needsFocus: Bool { true }
  /// Sends an offer of `content`; nil sends an empty selection.
  func sendSelection(_ content: (any OfferedContent)?) {}
}
