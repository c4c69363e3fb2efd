import Geometry
import HeadlessCompositor
import TestSupport
import Testing
import Wayland
import Windowing

/// Tests that present many frames of an animated window on virtual time.
///
/// CAROUSEL_SOAK_COUNT sets the number of frames.
@MainActor @Suite("Long animations", .serialized)
struct FrameMemoryTests {
  @Test("An animated window's memory and descriptors do not grow over many frames")
  func frames() async throws {
    let total = SoakSettings.count(20_000)
    let server = try Compositor(.init(width: 160, height: 120))
    let program = try AnimatedProgram(server)
    var samples: [(frames: Int, resident: Int, heap: Int, descriptors: Int)] = []
    var next = total / 100
    while program.frameCount < total {
      program.run(frames: min(100, total - program.frameCount))
      await Task.yield()
      if program.frameCount >= next {
        let sample = (
          program.frameCount, ProcessResources.residentKiB, ProcessResources.heapBytes,
          ProcessResources.descriptorCount
        )
        samples.append(sample)
        SoakSettings.report(
          "memory: \(sample.0) frames, \(sample.1) KiB resident, \(sample.2) bytes of heap, \(sample.3) descriptors"
        )
        next = next * 10 > total / 2 ? total : next * 10
      }
    }
    let first = try #require(samples.first)
    let last = try #require(samples.last)
    #expect(last.frames == total)
    #expect(last.descriptors == first.descriptors)
    // The first sample is taken after 1 % of the frames.
    #expect(last.resident - first.resident < 2048 || SoakSettings.isSanitized)
    // malloc also counts the free blocks that it caches for the thread, up to about 200 KiB.
    #expect(last.heap - first.heap < 262_144 || SoakSettings.isSanitized)
    #expect(server.protocolErrors == [])
    program.close()
    server.close()
  }
}

/// A program with a window that draws each frame. The user moves the pointer, types, resizes the window and opens
/// menus.
@MainActor private final class AnimatedProgram: WindowDelegate {
  private let server: Compositor
  private let system: WindowSystem
  private let window: Window
  private let scheduler = ManualScheduler()
  private var menu: Window?
  private var color: UInt32 = 0
  private(set) var frameCount = 0

  init(_ server: Compositor) throws {
    self.server = server
    system = try WindowSystem(
      descriptor: server.connect(), clock: { [weak server] in Double(server?.now ?? 0) / 1e9 },
      scheduler: scheduler)
    window = Window(
      in: system, size: Size(width: 80, height: 60), title: "Animation", appID: "org.example.soak")
    window.delegate = self
    server.dispatchClients = { [weak self] in
      self?.system.dispatch()
      self?.scheduler.poll()
    }
    system.prepare()
    server.settle()
  }

  /// Presents frames, with input before each frame.
  func run(frames: Int) {
    for _ in 0..<frames {
      let step = frameCount
      server.seat.pointer.move(to: (Double(step % 150), Double(step % 110)))
      if step % 10 == 0 { server.seat.pointer.scroll(notches: 1) }
      if step % 50 == 0 { server.seat.keyboard.tap(.left) }
      if step % 100 == 3 { openMenu() }
      if step % 100 == 60 { menu?.close() }
      if step % 200 == 7 { useTouch() }
      if step % 500 == 11 { server.toplevels.first?.resize(width: 60 + step / 500 % 3 * 20, height: 60) }
      if step % 1000 == 501 { server.output.scale = step / 1000 % 2 == 0 ? 1 : 1.5 }
      scheduler.advance(by: 1 / 60)
      server.run(frames: 1)
      frameCount += 1
    }
  }

  func close() { system.close() }

  private func openMenu() {
    server.seat.pointer.click(at: (10, 10))
    server.settle()
    let menu = Window(
      popupOf: window,
      at: .menu(below: Rect(x: 5, y: 5, width: 10, height: 5), size: Size(width: 40, height: 40)), grabs: true
    )
    menu.delegate = self
    self.menu = menu
  }

  private func useTouch() {
    server.seat.touch.down(at: (20, 20))
    server.seat.touch.move(to: (40, 20))
    server.seat.touch.up()
  }

  func window(_ window: Window, draw buffer: inout DrawableBuffer, for frame: FrameInfo) -> Damage {
    color &+= 0x0001_0307
    let color = color | 0xff00_0000
    buffer.withPixels { $0.bindMemory(to: UInt32.self).update(repeating: color) }
    if window === self.window { window.invalidate() }
    return .everything
  }
}
