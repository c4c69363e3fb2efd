import CarouselUI
import HeadlessCompositor
import Testing

@Suite("Reused rows of a list in a window")
@MainActor
struct ListReuseTests {
  @Test("A reused row never shows the pixels of its former row, even while the paint queue is busy")
  func pixels() throws {
    let rig = try WindowRig()
    func color(_ index: Int) -> UInt32 { UInt32(0x10_00_00 + index * 0x01_02_03) }
    let list = ListView(numberOfRows: 100, size: Size(width: 300, height: 132)) { index, old in
      let label = old as? LabelView ?? LabelView("")
      label.background = Color(hex: color(index))
      label.isLayered = true
      return label
    }
    list.cellInsets = EdgeInsets(horizontal: 0)
    rig.add(list, at: .zero)
    rig.queue.runAll()
    rig.runUntilSettled()
    rig.queue.runAll()
    for first in [10, 20, 30, 40, 41, 20] {
      list.contentOffset.y = Double(first) * 44
      rig.compositor.run(frames: 2)
      let picture = rig.compositor.capture()
      for place in 0..<3 {
        let pixel = picture.pixels[(place * 44 + 22) * picture.width + 200] & 0xFF_FF_FF
        #expect(pixel == color(first + place), "row \(first + place)")
      }
    }
  }
}
