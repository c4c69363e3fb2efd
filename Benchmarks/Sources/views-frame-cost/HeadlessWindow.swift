import CarouselUI
import Foundation
import HeadlessCompositor

/// A window that fills the output of a headless compositor.
@MainActor
final class HeadlessWindow {
  let compositor: Compositor
  let ui: CarouselWindow
  private let system: WindowSystem

  /// - Parameters:
  ///   - title: The title of the window.
  ///   - size: The size of the output, in pixels.
  init(_ title: String, size: Size) throws {
    var configuration = Compositor.Configuration(width: Int(size.width), height: Int(size.height))
    configuration.windowSize = .output
    let compositor = try Compositor(configuration)
    self.compositor = compositor
    system = try WindowSystem(descriptor: compositor.connect()) { Double(compositor.now) / 1e9 }
    ui = try CarouselWindow(title: title, size: size, in: system)
    // The clock of the system retains the compositor.
    compositor.dispatchClients = { [weak system] in system?.dispatch() }
  }

  /// Runs one frame.
  func frame() {
    compositor.run(frames: 1)
    // The results of painting in the background arrive on the main queue.
    _ = RunLoop.main.run(mode: .default, before: Date())
  }
}
