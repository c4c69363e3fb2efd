import CarouselUI
import HeadlessCompositor
import Testing
import Windowing

/// A tree of views on each screen.
@MainActor
struct CarouselWindowsTests {
  private struct Item: Identifiable { let id: Int }

  /// Shows a carousel that scrolls by itself.
  private func fill(_ window: CarouselWindow) {
    window.carousel.type = .cylinder
    window.carousel.setItems((0..<9).map(Item.init)) { _, _ in
      LabelView("", size: Size(width: 100, height: 80), background: .blue)
    }
    window.carousel.autoscroll = 0.7
  }

  @Test(
    "Carousels on screens that refresh at different moments show the same moments", arguments: [true, false])
  func inStep(onLayers: Bool) throws {
    let rig = try SurfaceRig(
      Compositor.Configuration(width: 200, height: 100).without("wp_presentation"), secondScreen: true)
    var offsets: [String: [Double]] = [:]
    let configure = { (window: CarouselWindow, output: Windowing.Output) in
      fill(window)
      window.onScene = { [unowned window] _ in
        offsets[output.name, default: []].append(window.carousel.scrollOffset)
      }
    }
    let walls =
      onLayers
      ? try CarouselWindows(layer: .wallpaper(), in: rig.system, configure: configure)
      : try CarouselWindows(title: "Wall", in: rig.system, configure: configure)
    #expect(rig.compositor.run { offsets.count == 2 && offsets.values.allSatisfy { ($0.last ?? 0) > 0.1 } })
    #expect(walls.windows.count == 2)
    #expect(onLayers ? rig.compositor.layerSurfaces.count == 2 : rig.compositor.toplevels.count == 2)
    offsets = [:]
    for _ in 0..<20 {
      // The second screen refreshes 5 ms after the first one.
      for (index, pause) in [11_666_667, 5_000_000].enumerated() {
        rig.compositor.presentFrame(
          at: rig.compositor.now + UInt64(pause), on: rig.compositor.outputs[index])
        rig.compositor.settle()
      }
    }
    let first = try #require(offsets["HEADLESS-1"])
    #expect(first.count == 20 && Set(first).count == 20)
    #expect(offsets["DP-2"] == first)
    walls.close()
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test("A window opens on each new screen, and closes with its screen")
  func screens() throws {
    let rig = try SurfaceRig(secondScreen: true)
    var log: [String] = []
    let walls = try CarouselWindows(layer: .wallpaper(), in: rig.system) { window, output in
      window.contentView = View()
      window.contentView.backgroundColor = Color(hex: 0xff0000)
      log.append("open \(output.name)")
      window.onClose = { log.append("close \(output.name)") }
    }
    #expect(rig.compositor.run { walls.windows.count == 2 && walls.windows.allSatisfy(\.isSettled) })
    #expect(log == ["open HEADLESS-1", "open DP-2"])
    let second = rig.compositor.outputs[1]
    for output in rig.compositor.outputs { #expect(rig.color(0, 0, on: output) == 0xffff_0000) }
    let kept = try #require(rig.system.outputs.first)
    #expect(walls.window(on: kept)?.window.size == Size(width: 640, height: 360))
    rig.compositor.removeOutput(second)
    rig.compositor.settle()
    #expect(log.last == "close DP-2" && walls.windows.count == 1)
    let third = rig.compositor.addOutput(width: 80, height: 60, name: "DP-3")
    #expect(rig.compositor.run { walls.windows.count == 2 && walls.windows.allSatisfy(\.isSettled) })
    #expect(log.last == "open DP-3" && rig.color(79, 59, on: third) == 0xffff_0000)
    for output in rig.compositor.outputs { rig.compositor.removeOutput(output) }
    rig.compositor.settle()
    #expect(walls.windows.isEmpty)
    rig.compositor.addOutput(width: 80, height: 60, name: "DP-4")
    #expect(rig.compositor.run { walls.windows.first?.isSettled == true })
    walls.close()
    rig.compositor.settle()
    #expect(rig.compositor.layerSurfaces.isEmpty && log.last == "close DP-4")
    #expect(rig.compositor.protocolErrors.isEmpty)
  }
}
