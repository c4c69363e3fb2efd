import HeadlessCompositor
import Testing

struct ObjectListTests {
  private final class Thing {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  @Test("A list keeps the order in which objects were added; adding an object again moves it to the end")
  func order() {
    let things = (0..<6).map(Thing.init)
    var list = ObjectList<Thing>()
    for thing in things { list.append(thing) }
    list.remove(things[1])
    list.remove(things[1])
    list.append(things[2])
    #expect(list.map(\.number) == [0, 3, 4, 5, 2])
    #expect(list.count == 5)
    #expect(list.last { $0.number > 2 }?.number == 5)
    #expect(list.contains(things[2]) && !list.contains(things[1]))
    list.removeAll()
    #expect(list.isEmpty && Array(list).isEmpty)
  }

  @Test(
    "Removing all objects visits at most three times as many slots as there were objects",
    arguments: [100, 1000, 10000])
  func cost(count: Int) {
    let things = (0..<count).map(Thing.init)
    // Remove the objects oldest first, newest first, and every second one first.
    let orders = [
      Array(0..<count), (0..<count).reversed(), (0..<count).sorted { ($0 % 2, $0) < ($1 % 2, $1) },
    ]
    for order in orders {
      var list = ObjectList<Thing>()
      for thing in things { list.append(thing) }
      for place in order { list.remove(things[place]) }
      #expect(list.isEmpty)
      #expect(list.visitedSlotCount <= 3 * count)
    }
  }
}
