import Testing
import Windowing

@MainActor struct DisplayTests {
  private func display(_ name: String?, _ environment: [String: String]) -> WindowSystem.Display {
    WindowSystem.Display(connectingTo: name) { environment[$0] }
  }

  @Test("A connection by name or by the environment can be opened again, also if the environment changes")
  func named() {
    #expect(display(nil, [:]) == .named("wayland-0"))
    #expect(display(nil, ["WAYLAND_DISPLAY": "wayland-7"]) == .named("wayland-7"))
    #expect(display("/run/other", ["WAYLAND_DISPLAY": "wayland-7"]) == .named("/run/other"))
  }

  @Test("A connection on WAYLAND_SOCKET is not opened again on the display of the environment")
  func inherited() {
    let environment = ["WAYLAND_SOCKET": "5", "WAYLAND_DISPLAY": "wayland-7"]
    #expect(display(nil, environment) == .inheritedSocket)
    #expect(display("wayland-3", environment) == .inheritedSocket, "libwayland ignores the name")
  }
}
