import CarouselEngine
import Testing

/// Options by their names.
struct OptionSubscriptTests {
  @Test(
    "Every option can be set by its name and reads back; nil removes it", arguments: CarouselOption.allCases)
  func sets(option: CarouselOption) {
    var options = CarouselOptions()
    options[option] = 1
    #expect(options[option] == 1)
    #expect(CarouselOption.allCases.filter { options[$0] != nil } == [option])
    options[option] = .nan
    #expect(options[option] == 1)
    options[option] = nil
    #expect(options == CarouselOptions())
  }

  @Test("Whole numbers and Booleans are rounded and clamped")
  func converts() {
    var options = CarouselOptions()
    options[.wrap] = -3
    options[.visibleItems] = 4.6
    options[.count] = .infinity
    #expect(options.wrap == true && options.visibleItems == 5 && options.count == .max)
    options[.wrap] = 0
    #expect(options.wrap == false)
  }
}
