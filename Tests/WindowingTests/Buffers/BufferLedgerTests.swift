import Testing
import Windowing

struct BufferLedgerTests {
  private func draw(_ ledger: inout BufferLedger, width: Int = 100, height: Int = 50) -> Int? {
    _ = ledger.evict(unlessWidth: width, height: height)
    switch ledger.choose(width: width, height: height) {
    case .use(let slot, _):
      ledger.didCommit(slot)
      return slot
    case .create(let slot):
      ledger.didCreate(slot, width: width, height: height)
      ledger.didCommit(slot)
      return slot
    case .wait: return nil
    }
  }

  @Test("One buffer is enough when the compositor releases buffers immediately")
  func oneSuffices() {
    var ledger = BufferLedger()
    for _ in 0..<5 {
      #expect(draw(&ledger) == 0)
      ledger.didRelease(0)
    }
  }

  @Test(
    "If the compositor holds all buffers, another one is created; if it holds four, no buffer is available")
  func growth() {
    var ledger = BufferLedger()
    var slots: [Int?] = []
    for _ in 0..<5 { slots.append(draw(&ledger)) }
    #expect(slots == [0, 1, 2, 3, nil])
    #expect(ledger.heldCount == 4)
    ledger.didRelease(2)
    #expect(draw(&ledger) == 2)
  }

  @Test(
    "Of the free buffers, the most recently drawn one is used; its age is the number of frames since it was drawn"
  )
  func age() {
    var ledger = BufferLedger()
    for _ in 0..<3 { _ = draw(&ledger) }
    ledger.didRelease(0)
    #expect(ledger.choose(width: 100, height: 50) == .use(slot: 0, age: 3))
    ledger.didRelease(1)
    #expect(ledger.choose(width: 100, height: 50) == .use(slot: 1, age: 2))
    ledger.didRelease(2)
    #expect(ledger.choose(width: 100, height: 50) == .use(slot: 2, age: 1))
    ledger.invalidateContent(2)
    #expect(ledger.choose(width: 100, height: 50) == .use(slot: 1, age: 2))
  }

  @Test("A resize evicts the free buffers immediately, and the held buffers after their release")
  func resize() {
    var ledger = BufferLedger()
    for _ in 0..<3 { _ = draw(&ledger) }
    ledger.didRelease(1)
    #expect(ledger.evict(unlessWidth: 200, height: 50) == [1])
    #expect(ledger.choose(width: 200, height: 50) == .create(slot: 1))
    ledger.didCreate(1, width: 200, height: 50)
    ledger.didCommit(1)
    ledger.didRelease(0)
    #expect(ledger.evict(unlessWidth: 200, height: 50) == [0])
  }
}
