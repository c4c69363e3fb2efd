import PhotoLibrary
import TestSupport
import Testing

struct NaturalOrderTests {
  private func precedes(_ first: String, _ second: String) -> Bool {
    NaturalOrder.precedes(Array(first.utf8), Array(second.utf8))
  }

  @Test("Runs of digits are compared by value, and ASCII letters without case")
  func digitsAndLetters() {
    let names = [
      "1.jpg", "2.jpg", "02b.jpg", "10.jpg", "a.jpg", "B.jpg", "b10.jpg", "IMG_2.jpg", "IMG_2a.jpg",
      "IMG_10.jpg",
      "img_11.jpg", "IMG_99999999999999999999998.jpg", "IMG_99999999999999999999999.jpg", "zebra.jpg",
      "Ärger.jpg",
    ]
    for seed in UInt64(0)..<20 {
      var random = SplitMix(seed: seed)
      let shuffled = names.shuffled(using: &random)
      #expect(shuffled.sorted(by: precedes) == names)
    }
  }

  @Test("The natural order is a total order")
  func totalOrder() {
    let names = ["a1", "a01", "A1", "a001", "a", "", "1", "01", "a1b", "a01b"]
    for first in names {
      for second in names {
        let isBefore = precedes(first, second)
        let isAfter = precedes(second, first)
        #expect((isBefore != isAfter) == (first != second), "\(first) \(second)")
        for third in names where isBefore && precedes(second, third) {
          #expect(precedes(first, third), "\(first) \(second) \(third)")
        }
      }
    }
  }

  @Test("A photo has a path, a name and a caption")
  func names() {
    let photo = Photo(path: "Alps/Day 1/Mönch.small.JPG")
    #expect(photo.name == "Mönch.small.JPG")
    #expect(photo.caption == "Mönch.small")
    #expect(photo.path == "Alps/Day 1/Mönch.small.JPG")
    #expect(Photo(path: ".jpg").caption == ".jpg")
    #expect(Photo(path: "/p/a\u{202E}gpj.jpg").caption == "a\u{FFFD}gpj")
    #expect(photo == Photo(path: "Alps/Day 1/Mönch.small.JPG"))
  }
}
