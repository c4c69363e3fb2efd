import Wayland

/// The clipboard or the primary selection of one seat.
///
/// The compositor sends the content only while a window of the program has the keyboard focus.
///
/// Wayland: `wl_data_device.selection`, `zwp_primary_selection_device_v1.selection`.
@MainActor
public final class Clipboard {
  /// The requests that differ between the clipboard's protocol and the primary selection's protocol.
  struct Requests {
    /// Creates a source that offers data of these types.
    var makeSource: (_ types: [String], _ events: SourceEvents) -> Source
    /// Makes a source the selection; nil clears it.
    var setSelection: (_ source: Source?, _ serial: UInt32) -> Void
  }

  /// The events of a source.
  struct SourceEvents {
    /// Another program reads the data of a type. The provider writes the data to the descriptor.
    var send: (_ type: String, _ descriptor: ReceivedDescriptor) -> Void
    /// Another source has replaced this one as the selection.
    var canceled: () -> Void
  }

  /// A protocol object that offers data.
  final class Source {
    let object: Proxy
    let destroy: () -> Void

    init(_ object: Proxy, destroy: @escaping () -> Void) {
      self.object = object
      self.destroy = destroy
    }
  }

  /// The current content; nil if the clipboard is empty or the compositor has not sent its content yet.
  ///
  /// Wayland: `wl_data_device.selection`.
  public private(set) var content: ContentOffer?
  /// Called when `content` has changed.
  public var onChange: (() -> Void)?
  /// Whether this program set the current content.
  ///
  /// Wayland: `wl_data_source.cancelled`.
  public var isOwned: Bool { source != nil }

  private let requests: Requests
  private let serial: () -> UInt32?
  private let writer: ContentWriter
  private var source: Source?

  init(serial: @escaping () -> UInt32?, scheduler: any Scheduler, requests: Requests) {
    self.serial = serial
    self.requests = requests
    writer = ContentWriter(on: scheduler)
  }

  /// Sets the content. Other programs can read it until another program sets its own content.
  ///
  /// Compositors accept the request only from the program with the latest input, so call it while a press or a key
  /// event is handled.
  ///
  /// - Parameter content: The data. If it has no types, the clipboard is cleared.
  /// - Returns: False if the seat has had no input yet. In this case nothing is sent.
  ///
  /// Wayland: `wl_data_device.set_selection`.
  @discardableResult
  public func set(_ content: ContentProvider) -> Bool {
    guard let serial = serial() else { return false }
    let old = source
    source = nil
    if content.types.isEmpty {
      requests.setSelection(nil, serial)
    } else {
      let writer = writer
      var new: Source?
      let made = requests.makeSource(
        content.types,
        SourceEvents(
          send: { type, descriptor in writer.write(type, of: content, to: descriptor) },
          canceled: { [weak self] in
            if let self, source === new { source = nil }
            new?.destroy()
            new = nil
          }))
      new = made
      source = made
      requests.setSelection(made, serial)
    }
    old?.destroy()
    return true
  }

  /// Removes the content.
  ///
  /// - Returns: False if the seat has had no input yet.
  ///
  /// Wayland: `wl_data_device.set_selection`.
  @discardableResult
  public func clear() -> Bool { set(ContentProvider()) }

  /// Replaces the content by an offer of the compositor.
  func receive(_ offer: ContentOffer?) {
    guard offer != nil || content != nil else { return }
    content?.end()
    content = offer
    onChange?()
  }

  /// The number of unfinished writes to other programs.
  package var pendingWriteCount: Int { writer.count }

  func close() {
    onChange = nil
    content?.end()
    content = nil
    source?.destroy()
    source = nil
    writer.close()
  }
}
