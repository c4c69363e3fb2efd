import Photos
import TestSupport
import Testing

struct PixelCacheTests {
  @Test func whatWasUsedLeastRecentlyLeavesFirst() {
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

  @Test func whatIsLargerThanTheBudgetIsNotKeptAndDrivesNothingOut() {
    var cache = PixelCache<String, Int>(budget: 30)
    cache.insert(1, bytes: 30, for: "a")
    cache.insert(2, bytes: 31, for: "b")
    #expect(cache.value(for: "a") == 1)
    #expect(cache.value(for: "b") == nil)
  }

  @Test func aLowerBudgetDropsAtOnceWhatWasUsedLeastRecently() {
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

  @Test func aRandomWalkNeverExceedsTheBudget() {
    var random = SplitMix(seed: 7)
    var cache = PixelCache<Int, Int>(budget: 1000)
    // The plain twin: keys from least to most recently used.
    var twin: [(key: Int, bytes: Int)] = []
    for step in 0..<20_000 {
      let key = Int.random(in: 0..<60, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        cache.remove(key)
        twin.removeAll { $0.key == key }
      case 1...4:
        let value = cache.value(for: key)
        let place = twin.firstIndex { $0.key == key }
        #expect((value != nil) == (place != nil), "step \(step)")
        if let place { twin.append(twin.remove(at: place)) }
      default:
        let bytes = Int.random(in: 0...(step % 100 == 0 ? 1200 : 200), using: &random)
        cache.insert(step, bytes: bytes, for: key)
        twin.removeAll { $0.key == key }
        if bytes <= 1000 {
          twin.append((key, bytes))
          while twin.reduce(0, { $0 + $1.bytes }) > 1000 { twin.removeFirst() }
        }
      }
      #expect(cache.bytes == twin.reduce(0) { $0 + $1.bytes })
      #expect(cache.count == twin.count)
      #expect(cache.peakBytes <= 1000)
    }
  }
}
