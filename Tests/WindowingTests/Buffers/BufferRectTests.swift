import Testing
import Windowing

@Suite("Damage, as a compositor reads it fastest")
struct DamagedRowsTests {
  private func told(_ changed: BufferRect...) -> [BufferRect] {
    BufferRect.coalesced(changed, bufferWidth: 1000)
  }

  private func rect(_ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32) -> BufferRect {
    BufferRect(x: x, y: y, width: width, height: height)
  }

  @Test("What is narrower than half of the buffer stays as it is, else it takes whole rows")
  func one() {
    #expect(told(rect(300, 20, 499, 50)) == [rect(300, 20, 499, 50)])
    #expect(told(rect(300, 20, 500, 50)) == [rect(0, 20, 1000, 50)])
    #expect(told().isEmpty)
  }

  @Test("Two side by side become one unless that more than doubles them")
  func sideBySide() {
    #expect(told(rect(0, 20, 100, 50), rect(300, 20, 100, 50)) == [rect(0, 20, 400, 50)])
    #expect(told(rect(0, 20, 100, 50), rect(301, 20, 100, 50)).count == 2)
    // A tall one and a flat one that crosses a few of its rows.
    #expect(told(rect(0, 0, 10, 500), rect(10, 90, 300, 10)).count == 2)
  }

  @Test("Those that share no row stay apart")
  func oneBelowTheOther() {
    #expect(told(rect(0, 20, 100, 50), rect(0, 70, 100, 50)).count == 2)
  }

  @Test("The two halves of a cover flow and a caption between them are one band")
  func coverFlow() {
    #expect(
      told(rect(0, 196, 480, 690), rect(510, 199, 490, 682), rect(400, 840, 200, 30)) == [
        rect(0, 196, 1000, 690)
      ])
  }

  @Test("One that joins two others takes both in")
  func chain() {
    let all = told(rect(0, 0, 100, 100), rect(350, 0, 100, 100), rect(150, 0, 150, 100))
    #expect(all == [rect(0, 0, 450, 100)])
  }

  @Test("No changed pixel is left out, and none beside the buffer is told")
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
      let told = BufferRect.coalesced(changed, bufferWidth: 1000)
      #expect(told.count <= changed.count)
      for part in changed {
        #expect(
          told.contains {
            $0.x <= part.x && $0.y <= part.y && $0.right >= part.right && $0.bottom >= part.bottom
          })
      }
      #expect(told.allSatisfy { $0.x >= 0 && $0.right <= 1000 })
    }
  }
}

extension BufferRect {
  fileprivate var right: Int32 { x + width }
  fileprivate var bottom: Int32 { y + height }
}
