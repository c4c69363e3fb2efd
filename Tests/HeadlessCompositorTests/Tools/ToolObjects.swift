import Glibc
import HeadlessCompositor
import Testing
import Wayland

/// Objects of the protocols for programs that control a session. They are in states in which requests have an effect.
@MainActor final class ToolObjects {
  private(set) var all: [Proxy?] = []
  private var heads: [ZwlrOutputHeadV1] = []
  private var mode: ZwlrOutputModeV1?
  private var serial: UInt32 = 0
  private var toplevel: ZwlrForeignToplevelHandleV1?

  /// - Parameters:
  ///   - window: A window of the client that has the focus.
  ///   - file: A file of 4096 bytes.
  ///   - locks: Whether the client locks the session.
  init(_ client: TestClient, window: TestWindow, log: InputLog, file: Int32, locks: Bool) throws {
    let pointer = try #require(log.pointer)
    let output = try client.bind(WlOutput.self)
    let lists = try client.bind(ZwlrForeignToplevelManagerV1.self)
    lists.onEvent = { [weak self] event in if case .toplevel(let handle) = event { self?.toplevel = handle } }
    let outputs = try client.bind(ZwlrOutputManagerV1.self)
    outputs.onEvent = { [weak self] event in
      switch event {
      case .head(let head):
        self?.heads.append(head)
        head.onEvent = { if case .mode(let mode) = $0 { self?.mode = mode } }
      case .done(let serial): self?.serial = serial
      case .finished: break
      }
    }
    client.settle()
    let configuration = outputs.createConfiguration(serial: serial)
    let head = try #require(heads.first)
    let constraints = try client.bind(ZwpPointerConstraintsV1.self)
    let other = client.compositor.createSurface()
    let relative = try client.bind(ZwpRelativePointerManagerV1.self)
    let texts = try client.bind(ZwpTextInputManagerV1.self)
    let text = texts.createTextInput()
    text.activate(seat: log.seat, surface: window.surface)
    let methods = try client.bind(ZwpInputMethodManagerV2.self)
    let method = methods.getInputMethod(seat: log.seat)
    let popupSurface = client.compositor.createSurface()
    let keyboards = try client.bind(ZwpVirtualKeyboardManagerV1.self)
    let keyboard = keyboards.createVirtualKeyboard(seat: log.seat)
    keyboard.keymap(format: 1, fd: file, size: 4096)
    let pointers = try client.bind(ZwlrVirtualPointerManagerV1.self)
    let copies = try client.bind(ZwlrScreencopyManagerV1.self)
    let data = try client.bind(ZwlrDataControlManagerV1.self)
    let power = try client.bind(ZwlrOutputPowerManagerV1.self)
    let locking = try client.bind(ExtSessionLockManagerV1.self)
    all = [
      lists, toplevel, outputs, head, mode, configuration, configuration.enableHead(head: head), constraints,
      constraints.lockPointer(
        surface: window.surface, pointer: pointer, region: nil, lifetime: .persistent),
      constraints.confinePointer(surface: other, pointer: pointer, region: nil, lifetime: .oneshot), relative,
      relative.getRelativePointer(pointer: pointer), texts, text, methods, method,
      method.getInputPopupSurface(surface: popupSurface), keyboards, keyboard, pointers,
      pointers.createVirtualPointer(seat: log.seat), copies,
      copies.captureOutput(overlayCursor: 1, output: output), data, data.createDataSource(),
      data.getDataDevice(seat: log.seat), power, power.getOutputPower(output: output), locking,
    ]
    if locks {
      let lock = locking.lock()
      let surface = lock.getLockSurface(surface: client.compositor.createSurface(), output: output)
      surface.onEvent = { [unowned surface] event in
        if case .configure(let serial, _, _) = event { surface.ackConfigure(serial: serial) }
      }
      all += [lock, surface]
    }
  }
}
