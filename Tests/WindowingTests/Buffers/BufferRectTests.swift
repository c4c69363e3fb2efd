import Geometry
import Testing
import Windowing

@Suite("Damage rectangles")
struct BufferRectTests {
  private func coalesced(_ changed: BufferRect...) -> [BufferRect] {
    BufferRect.coalesced(changed, bufferWidth: 1000)
  }

  private func rect(_ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32) -> BufferRect {
    BufferRect(x: x, y: y, width: width, height: height)
  }

  @Test("If a rectangle is at least half as wide as the buffer, it is widened to whole rows")
  func one() {
    #expect(coalesced(rect(300, 20, 499, 50)) == [rect(300, 20, 499, 50)])
    #expect(coalesced(rect(300, 20, 500, 50)) == [rect(0, 20, 1000, 50)])
    #expect(coalesced().isEmpty)
  }

  @Test(
    "Rectangles side by side are merged if the area of their union is at most twice the sum of their areas")
  func sideBySide() {
    #expect(coalesced(rect(0, 20, 100, 50), rect(300, 20, 100, 50)) == [rect(0, 20, 400, 50)])
    #expect(coalesced(rect(0, 20, 100, 50), rect(301, 20, 100, 50)).count == 2)
    // A tall rectangle and a flat rectangle that share ten rows.
    #expect(coalesced(rect(0, 0, 10, 500), rect(10, 90, 300, 10)).count == 2)
  }

  @Test("Two rectangles without a common row are not merged")
  func oneBelowTheOther() {
    #expect(coalesced(rect(0, 20, 100, 50), rect(0, 70, 100, 50)).count == 2)
  }

  @Test("The two halves of a cover flow and the caption between them are merged into one band")
  func coverFlow() {
    #expect(
      coalesced(rect(0, 196, 480, 690), rect(510, 199, 490, 682), rect(400, 840, 200, 30)) == [
        rect(0, 196, 1000, 690)
      ])
  }

  @Test("A third rectangle between two others can cause all three to be merged")
  func chain() {
    let all = coalesced(rect(0, 0, 100, 100), rect(350, 0, 100, 100), rect(150, 0, 150, 100))
    #expect(all == [rect(0, 0, 450, 100)])
  }

  @Test(
    "BufferRect(covering:) contains every buffer pixel that the damage touches, and no pixel outside the buffer"
  )
  func covering() {
    let rect = BufferRect(covering: Rect(x: 0.5, y: 9.9, width: 2, height: 100), width: 20, height: 12)
    #expect(rect.map { [$0.x, $0.y, $0.width, $0.height] } == [0, 9, 3, 3])
    #expect(BufferRect(covering: Rect(x: 30, y: 0, width: 2, height: 2), width: 20, height: 12) == nil)
    let nonsense = BufferRect(covering: Rect(x: .nan, y: 0, width: 2, height: 2), width: 20, height: 12)
    #expect(nonsense.map { [$0.x, $0.y, $0.width, $0.height] } == [0, 0, 20, 2])
  }

  @Test("The merged rectangles cover all damage and stay inside the buffer")
  func covers() {
    var state: UInt32 = 7
    func random(_ bound: UInt32) -> Int32 {
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int32((state >> 8) % bound)
    }
    for _ in 0..<500 {
      let changed = (0..<8).map { _ in
        let (x, y) = (random(900), random(600))
        return rect(x, y, 1 + random(UInt32(1000 - x)), 1 + random(100))
      }
      let result = BufferRect.coalesced(changed, bufferWidth: 1000)
      #expect(result.count <= changed.count)
      for part in changed {
        #expect(
          result.contains {
            $0.x <= part.x && $0.y <= part.y && $0.right >= part.right && $0.bottom >= part.bottom
          })
      }
      #expect(result.allSatisfy { $0.x >= 0 && $0.right <= 1000 })
    }
  }
}

extension BufferRect {
  fileprivate var right: Int32 { x + width }
  fileprivate var bottom: Int32 { y + height }
}
