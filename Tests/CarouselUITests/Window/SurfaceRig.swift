import CarouselUI
import HeadlessCompositor

/// A headless compositor and a connection to it, on virtual time, for windows that a test opens itself.
@MainActor
final class SurfaceRig {
  let compositor: Compositor
  let scheduler = ManualScheduler(runsBackgroundWork: true)
  let system: WindowSystem

  init(_ configuration: Compositor.Configuration = .init(width: 640, height: 360), secondScreen: Bool = false)
    throws
  {
    let compositor = try Compositor(configuration)
    if secondScreen { compositor.addOutput(width: 300, height: 200, name: "DP-2") }
    self.compositor = compositor
    let scheduler = scheduler
    system = try WindowSystem(
      descriptor: compositor.connect(), clock: { scheduler.now }, scheduler: scheduler)
    compositor.dispatchClients = { [unowned compositor, weak system] in
      scheduler.advance(to: Double(compositor.now) / 1e9)
      system?.dispatch()
    }
    system.prepare()
    compositor.settle()
  }

  isolated deinit { system.close() }

  /// Presents frames until the windows are drawn and at rest. Returns whether this happens.
  func settle(_ windows: CarouselWindow...) -> Bool {
    compositor.run { windows.allSatisfy { $0.isSettled && $0.window.isAtRest } }
  }

  /// Returns the color of a pixel of a screen, by default the first one.
  func color(_ x: Int, _ y: Int, on output: HeadlessCompositor.Output? = nil) -> UInt32 {
    (output.map { compositor.capture($0) } ?? compositor.capture())[x, y]
  }
}
