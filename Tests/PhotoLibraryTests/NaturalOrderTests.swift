import PhotoLibrary
import TestSupport
import Testing

struct NaturalOrderTests {
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
      let shuffled = names.shuffled(using: &random).map { Photo(path: "/p/" + $0) }
      #expect(shuffled.sorted(by: Photo.inNaturalOrder).map(\.name) == names)
    }
  }

  @Test("The natural order is a total order")
  func totalOrder() {
    let names = ["a1", "a01", "A1", "a001", "a", "", "1", "01", "a1b", "a01b"].map { Photo(path: $0) }
    for first in names {
      for second in names {
        let precedes = Photo.inNaturalOrder(first, second)
        let follows = Photo.inNaturalOrder(second, first)
        #expect((precedes != follows) == (first != second), "\(first.name) \(second.name)")
        for third in names where precedes && Photo.inNaturalOrder(second, third) {
          #expect(Photo.inNaturalOrder(first, third), "\(first.name) \(second.name) \(third.name)")
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
    #expect(photo == Photo(path: "Alps/Day 1/Mönch.small.JPG"))
  }
}
