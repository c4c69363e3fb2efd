import Wayland

/// The tablets and tools of one seat. Pads are not used.
///
/// Wayland: `zwp_tablet_seat_v2`.
@MainActor
final class TabletSeat {
  private let object: ZwpTabletSeatV2
  private weak var seat: Seat?
  private weak var system: WindowSystem?
  /// The tablets are retained, because a compositor sends no tool to a client that has released the tablet.
  private var tablets: [ZwpTabletV2] = []
  private var tools: [TabletToolDevice] = []

  init(_ object: ZwpTabletSeatV2, on seat: Seat, in system: WindowSystem) {
    self.object = object
    self.seat = seat
    self.system = system
    object.onEvent = { [weak self] event in
      switch event {
      case .tabletAdded(let tablet): self?.add(tablet)
      case .toolAdded(let tool): self?.add(tool)
      case .padAdded(let pad): pad.destroy()
      }
    }
  }

  func close() {
    for tool in tools { tool.close() }
    for tablet in tablets { tablet.destroy() }
    tools = []
    tablets = []
    object.destroy()
  }

  func windowDidClose(_ window: Window) { for tool in tools { tool.windowDidClose(window) } }

  func surfaceWillClose(of window: Window) { for tool in tools { tool.surfaceWillClose(of: window) } }

  /// Updates the cursors of the tools that are over `window`.
  func cursorChanged(in window: Window) { for tool in tools { tool.cursorChanged(in: window) } }

  private func add(_ tablet: ZwpTabletV2) {
    tablets.append(tablet)
    tablet.onEvent = { [weak self, weak tablet] event in
      guard case .removed = event, let tablet else { return }
      self?.tablets.removeAll { $0 === tablet }
      tablet.destroy()
    }
  }

  private func add(_ object: ZwpTabletToolV2) {
    guard let seat, let system else { return }
    let tool = TabletToolDevice(object, on: seat, in: system)
    tools.append(tool)
    tool.onRemoved = { [weak self, weak tool] in self?.tools.removeAll { $0 === tool } }
  }
}
