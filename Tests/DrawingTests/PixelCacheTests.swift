import Drawing
import TestSupport
import Testing

struct PixelCacheTests {
  @Test("The least recently used value is evicted first")
  func eviction() {
    var cache = PixelCache<String, Int>(budget: 30)
    cache.insert(1, bytes: 10, for: "a")
    cache.insert(2, bytes: 10, for: "b")
    cache.insert(3, bytes: 10, for: "c")
    #expect(cache.value(for: "a") == 1)
    cache.insert(4, bytes: 15, for: "d")
    #expect(cache.value(for: "b") == nil)
    #expect(cache.value(for: "c") == nil)
    #expect(cache.value(for: "a") == 1)
    #expect(cache.value(for: "d") == 4)
    #expect(cache.bytes == 25)
  }

  @Test("If a value is larger than the budget, it is not cached, and no other value is evicted")
  func valueLargerThanBudget() {
    var cache = PixelCache<String, Int>(budget: 30)
    cache.insert(1, bytes: 30, for: "a")
    cache.insert(2, bytes: 31, for: "b")
    #expect(cache.value(for: "a") == 1)
    #expect(cache.value(for: "b") == nil)
  }

  @Test("Lowering the budget evicts the least recently used values immediately")
  func lowerBudget() {
    var cache = PixelCache<String, Int>(budget: 30)
    for (value, key) in ["a", "b", "c"].enumerated() { cache.insert(value, bytes: 10, for: key) }
    cache.budget = 29
    #expect(cache.bytes == 20)
    #expect(cache.value(for: "a") == nil)
    cache.budget = -1
    #expect(cache.count == 0)
    #expect(cache.budget == 0)
    cache.budget = 10
    cache.insert(4, bytes: 10, for: "d")
    #expect(cache.value(for: "d") == 4)
  }

  @Test(
    "After random operations the cache equals a simple reference implementation and never exceeds the budget")
  func randomSequence() {
    var random = SplitMix(seed: 7)
    var cache = PixelCache<Int, Int>(budget: 1000)
    // The reference implementation: keys from least to most recently used.
    var reference: [(key: Int, bytes: Int)] = []
    for step in 0..<20_000 {
      let key = Int.random(in: 0..<60, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        cache.remove(key)
        reference.removeAll { $0.key == key }
      case 1...4:
        let value = cache.value(for: key)
        let index = reference.firstIndex { $0.key == key }
        #expect((value != nil) == (index != nil), "step \(step)")
        if let index { reference.append(reference.remove(at: index)) }
      default:
        let bytes = Int.random(in: 0...(step % 100 == 0 ? 1200 : 200), using: &random)
        cache.insert(step, bytes: bytes, for: key)
        reference.removeAll { $0.key == key }
        if bytes <= 1000 {
          reference.append((key, bytes))
          while reference.reduce(0, { $0 + $1.bytes }) > 1000 { reference.removeFirst() }
        }
      }
      #expect(cache.bytes == reference.reduce(0) { $0 + $1.bytes })
      #expect(cache.count == reference.count)
      #expect(cache.peakBytes <= 1000)
    }
  }
}
