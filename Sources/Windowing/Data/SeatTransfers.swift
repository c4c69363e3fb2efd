import Wayland

/// The clipboard, the primary selection, drags, drops and the input method of one seat.
@MainActor
final class SeatTransfers {
  /// The globals of data transfers.
  @MainActor
  struct Globals {
    let dataDevices: WlDataDeviceManager?
    let primarySelection: ZwpPrimarySelectionDeviceManagerV1?
    let textInput: ZwpTextInputManagerV3?

    init(_ registry: Registry) {
      dataDevices = registry.bindIfOffered(WlDataDeviceManager.self, versions: 1...3)
      textInput = registry.bindIfOffered(ZwpTextInputManagerV3.self, versions: 1...1)
      primarySelection = registry.bindIfOffered(ZwpPrimarySelectionDeviceManagerV1.self, versions: 1...1)
    }
  }

  private let dataDevice: DataDevice?
  private let primaryDevice: PrimarySelectionDevice?
  private let seat: WlSeat
  private let input: LatestInput
  /// The input method; nil if the compositor has none.
  let textInput: SeatTextInput?
  private let onDragBegin: () -> Void

  /// - Parameter onDragBegin: Called when the compositor takes over the press for a drag.
  init?(of seat: WlSeat, in system: WindowSystem, onDragBegin: @escaping () -> Void) {
    guard let globals = system.transferGlobals else { return nil }
    self.onDragBegin = onDragBegin
    self.seat = seat
    textInput = globals.textInput.map { SeatTextInput($0.getTextInput(seat: seat), in: system) }
    let input = LatestInput()
    self.input = input
    dataDevice = globals.dataDevices.map { manager in
      DataDevice(manager, seat, serial: { input.serial }, in: system)
    }
    primaryDevice = globals.primarySelection.map { manager in
      PrimarySelectionDevice(manager, seat, serial: { input.serial }, loop: system.transferLoop)
    }
  }

  /// The clipboard; nil if the compositor has none.
  var clipboard: Clipboard? { dataDevice?.clipboard }
  /// The primary selection; nil if the compositor has none.
  var primarySelection: Clipboard? { primaryDevice?.selection }

  /// Stores the serial of an input event, which later requests refer to.
  func inputArrived(_ serial: UInt32, isPress: Bool) {
    input.serial = serial
    if isPress { input.press = serial }
  }

  /// The seat and the serial of its latest press, else of its latest key press; nil before the first one.
  var latestInput: (seat: WlSeat, serial: UInt32)? {
    (input.press ?? input.serial).map { (seat, $0) }
  }

  /// Begins a drag with the last press; nil without one.
  func beginDrag(
    _ content: ContentProvider, actions: DragActions, picture: DragPicture?, origin: WlSurface, scale: Double
  ) -> Drag? {
    guard let serial = input.press else { return nil }
    let drag = dataDevice?.beginDrag(
      content, actions: actions, picture: picture, origin: origin, serial: serial, scale: scale)
    if drag != nil { onDragBegin() }
    return drag
  }

  func close() {
    dataDevice?.close()
    primaryDevice?.close()
    textInput?.close()
  }
}

/// The serial of a seat's latest press, key press or keyboard focus; nil before the first one.
@MainActor
private final class LatestInput {
  var serial: UInt32?
  /// The serial of the latest press of a button or a finger.
  var press: UInt32?
}
