import Wayland

/// The clipboard, the primary selection, drags, drops and the input method of one seat.
@MainActor
final class SeatTransfers {
  /// The globals that the clipboard, the primary selection, drags and text input use.
  @MainActor
  struct Globals {
    private(set) var dataDevices: WlDataDeviceManager?
    private(set) var primarySelection: ZwpPrimarySelectionDeviceManagerV1?
    private(set) var textInput: ZwpTextInputManagerV3?

    init(_ registry: Registry) { for global in registry.globals { added(global, in: registry) } }

    /// Binds a global for data transfers, unless a global of the same interface is bound already.
    mutating func added(_ global: Registry.Global, in registry: Registry) {
      switch global.interface {
      case WlDataDeviceManager.interfaceName:
        dataDevices = dataDevices ?? registry.bindIfOffered(WlDataDeviceManager.self, versions: 1...3)
      case ZwpTextInputManagerV3.interfaceName:
        textInput = textInput ?? registry.bindIfOffered(ZwpTextInputManagerV3.self, versions: 1...1)
      case ZwpPrimarySelectionDeviceManagerV1.interfaceName:
        primarySelection =
          primarySelection
          ?? registry.bindIfOffered(ZwpPrimarySelectionDeviceManagerV1.self, versions: 1...1)
      default: break
      }
    }

    /// Releases the reference to a removed global. Existing devices of seats stay valid and continue to use it.
    mutating func removed(_ global: Registry.Global, in registry: Registry) {
      switch global.interface {
      case WlDataDeviceManager.interfaceName: dataDevices = nil
      case ZwpTextInputManagerV3.interfaceName: textInput = nil
      case ZwpPrimarySelectionDeviceManagerV1.interfaceName: primarySelection = nil
      default: return
      }
      for other in registry.globals { added(other, in: registry) }
    }
  }

  private var dataDevice: DataDevice?
  private var primaryDevice: PrimarySelectionDevice?
  private let seat: WlSeat
  private unowned let system: WindowSystem
  private let serial: () -> UInt32?
  /// The seat's text input; nil if the compositor does not support input methods.
  private(set) var textInput: SeatTextInput?

  /// - Parameter serial: Returns the serial of the seat's latest input, which is required to set the clipboard.
  init(of seat: WlSeat, in system: WindowSystem, serial: @escaping () -> UInt32?) {
    self.seat = seat
    self.system = system
    self.serial = serial
  }

  /// Creates the devices that are missing and whose managers the compositor offers.
  func bind() {
    guard let globals = system.transferGlobals else { return }
    if textInput == nil, let manager = globals.textInput {
      textInput = SeatTextInput(manager.getTextInput(seat: seat), in: system)
    }
    if dataDevice == nil, let manager = globals.dataDevices {
      dataDevice = DataDevice(manager, seat, serial: serial, in: system)
    }
    if primaryDevice == nil, let manager = globals.primarySelection {
      primaryDevice = PrimarySelectionDevice(
        manager, seat, serial: serial, scheduler: system.transferScheduler)
    }
  }

  /// The clipboard; nil if the compositor offers none.
  var clipboard: Clipboard? { dataDevice?.clipboard }
  /// The primary selection; nil if the compositor offers none.
  var primarySelection: Clipboard? { primaryDevice?.selection }

  /// Begins a drag with a press of the seat. Returns nil if the compositor does not support drags.
  func beginDrag(
    _ content: ContentProvider, actions: DragActions, picture: DragPicture?, origin: WlSurface,
    press serial: UInt32, scale: Double
  ) -> Drag? {
    dataDevice?.beginDrag(
      content, actions: actions, picture: picture, origin: origin, serial: serial, scale: scale)
  }

  func close() {
    dataDevice?.close()
    primaryDevice?.close()
    textInput?.close()
  }
}
