import CarouselEngine
import TestSupport
import Testing

/// Tests that compare a ``LengthList``, which is a tree, with an array.
struct LengthListTests {
  /// Compares all results of `list` with those of `array`. The sums of the array are exact.
  private func check(_ list: LengthList, is array: [Double], _ random: inout SplitMix) {
    #expect(Array(list) == array)
    #expect(list.count == array.count && list.isEmpty == array.isEmpty && list.isBalanced)
    #expect(list.sum == array.reduce(0, +))
    for _ in 0..<4 where !array.isEmpty {
      let index = Int(random.next() % UInt64(array.count))
      let start = array[..<index].reduce(0, +)
      #expect(list[index] == array[index])
      #expect(list.middle(of: index) == start + array[index] / 2)
      if array[index] > 0 {
        #expect(list.index(at: start) == index)
        #expect(list.index(at: start + array[index] - 0.25) == index)
      }
    }
  }

  /// Returns a random multiple of 1/4. Sums of many such lengths are exact.
  private func length(_ random: inout SplitMix) -> Double { Double(random.next() % 4000) / 4 }

  @Test(
    "After random edits a list equals an array with the same edits, and its copies do not change",
    .proves("D021"))
  func edits() {
    var random = SplitMix(seed: 31)
    for size in [0, 1, 64, 65, 1000, 5000] {
      var array = (0..<size).map { _ in length(&random) }
      var list = LengthList(array)
      check(list, is: array, &random)
      var copies: [(LengthList, [Double])] = []
      for edit in 0..<1000 {
        let (from, to) = (random.next(), random.next())
        let count = UInt64(array.count)
        switch random.next() % 4 {
        case 0 where !array.isEmpty:
          let (index, length) = (Int(from % count), length(&random))
          (array[index], list[index]) = (length, length)
        case 1 where !array.isEmpty:
          let removed = list.remove(at: Int(from % count))
          #expect(removed == array.remove(at: Int(from % count)))
        case 2 where !array.isEmpty:
          array.insert(array.remove(at: Int(from % count)), at: Int(to % count))
          list.move(from: Int(from % count), to: Int(to % count))
        default:
          let (index, length) = (Int(from % (count + 1)), length(&random))
          array.insert(length, at: index)
          list.insert(length, at: index)
        }
        guard edit % 50 == 0 else { continue }
        check(list, is: array, &random)
        copies.append((list, array))
      }
      for (list, array) in copies { check(list, is: array, &random) }
    }
  }

  @Test("A list stays balanced while it grows and shrinks at any position", .proves("D021"))
  func growAndShrink() {
    var random = SplitMix(seed: 32)
    /// Returns an index below `count`: the first, the last, or a random one.
    func index(_ choice: Int, below count: Int) -> Int {
      choice == 0 ? 0 : choice == 1 ? count - 1 : Int(random.next() % UInt64(count))
    }
    for grow in 0..<3 {
      for shrink in 0..<3 {
        var (list, array) = (LengthList(), [Double]())
        for step in 0..<2500 {
          let index = index(grow, below: array.count + 1)
          array.insert(Double(step), at: index)
          list.insert(Double(step), at: index)
          if step % 250 == 0 { check(list, is: array, &random) }
        }
        while !array.isEmpty {
          let index = index(shrink, below: array.count)
          array.remove(at: index)
          list.remove(at: index)
          if array.count % 250 < 3 { check(list, is: array, &random) }
        }
      }
    }
  }

  @Test(
    "With lengths of very different sizes, the middles of the lengths never decrease, and never exceed the sum",
    .proves("D021"))
  func order() {
    var random = SplitMix(seed: 33)
    let sizes = [0, 1e-3, 0.1, 1, 1.0 / 3, 1e6]
    let list = LengthList((0..<20_000).map { _ in sizes[Int(random.next() % 6)] })
    var former = 0.0
    for index in list.indices {
      let middle = list.middle(of: index)
      #expect(middle >= former)
      former = middle
    }
    #expect(former <= list.sum)
  }

  @Test(
    "For a position outside the list, `index(at:)` returns the index of the nearest length", .proves("D021"))
  func outside() {
    let list = LengthList([1, 2, 3])
    #expect(list.index(at: -5) == 0 && list.index(at: 6) == 2 && list.index(at: .infinity) == 2)
    #expect(list.mapped { $0 * 10 }.index(at: 29) == 1)
  }
}
