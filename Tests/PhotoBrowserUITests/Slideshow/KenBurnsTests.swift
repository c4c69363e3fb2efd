import CarouselUI
import PhotoBrowserUI
import TestSupport
import Testing

/// The slow movements over the photos of a slideshow.
struct KenBurnsTests {
  private let page = Size(width: 1920, height: 1080)

  @Test("A photo covers the page during the whole movement, and moves or zooms", arguments: 0..<200)
  func covers(number: Int) {
    let motion = KenBurns(seed: 7, number: number)
    for photo in [
      Size(width: 6000, height: 4000), Size(width: 4000, height: 3000), Size(width: 1000, height: 1000),
    ] {
      var last: Rect?
      for step in 0...50 {
        let frame = motion.frame(at: Double(step) / 50, of: photo, on: page)
        #expect(frame.minX <= 1e-9 && frame.minY <= 1e-9 && frame.maxX >= page.width - 1e-9)
        #expect(frame.maxY >= page.height - 1e-9)
        #expect(abs(frame.size.width / frame.size.height - photo.width / photo.height) < 1e-9)
        // No jump between two frames.
        if let last {
          #expect(abs(last.minX - frame.minX) < 20 && abs(last.size.width - frame.size.width) < 20)
        }
        last = frame
      }
      #expect(motion.frame(at: 0, of: photo, on: page) != motion.frame(at: 1, of: photo, on: page))
    }
  }

  @Test("The same seed and number give the same movement; others do not", .proves("D095"))
  func seeds() {
    let photo = Size(width: 6000, height: 4000)
    func frames(_ seed: UInt64) -> [Rect] {
      (0..<40).flatMap { number in
        [0, 0.3, 1].map { KenBurns(seed: seed, number: number).frame(at: $0, of: photo, on: page) }
      }
    }
    #expect(frames(1) == frames(1) && frames(1) != frames(2))
    #expect(Set((0..<100).map { KenBurns(seed: 1, number: $0) }).count == 100)
  }

  @Test("Times that are no part of the movement, and sizes of zero, are harmless")
  func extremes() {
    let motion = KenBurns(seed: 0, number: .min)
    let photo = Size(width: 30, height: 20)
    #expect(motion.frame(at: .nan, of: photo, on: page) == motion.frame(at: 0, of: photo, on: page))
    #expect(motion.frame(at: 9, of: photo, on: page) == motion.frame(at: 1, of: photo, on: page))
    #expect(motion.frame(at: 0.5, of: .zero, on: page).size == page)
    #expect(!KenBurns.suits(Size(width: 1000, height: 3000), on: page) && KenBurns.suits(photo, on: page))
  }
}
