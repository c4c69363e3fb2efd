import Raster
import Testing

@Suite struct DirtyRegionTests {
  @Test("A region contains every inserted pixel, has at most eight rectangles, and counts each pixel once")
  func covering() {
    var random = Random(seed: 8)
    for round in 0..<300 {
      let side = [40, 120, 400][round % 3]
      var region = DirtyRegion()
      var expected: Set<Int> = []
      for _ in 0..<random.next(below: 24) {
        let rect = PixelRect(
          x: random.next(below: side) - 5, y: random.next(below: side) - 5, width: random.next(below: 30),
          height: random.next(below: 30))
        region.insert(rect)
        for y in rect.y..<rect.maxY { for x in rect.x..<rect.maxX { expected.insert(y * 1000 + x) } }
      }
      var held: Set<Int> = []
      for rect in region {
        #expect(!rect.isEmpty)
        for y in rect.y..<rect.maxY { for x in rect.x..<rect.maxX { held.insert(y * 1000 + x) } }
      }
      #expect(region.count <= DirtyRegion.maximumCount)
      #expect(held.isSuperset(of: expected))
      #expect(region.pixelCount == held.count)
    }
  }

  @Test("Two rectangles are merged if their union adds on average at most 16 pixels per row")
  func merging() {
    var region = DirtyRegion(PixelRect(x: 0, y: 0, width: 100, height: 20))
    region.insert(PixelRect(x: 116, y: 0, width: 100, height: 20))
    #expect(Array(region) == [PixelRect(x: 0, y: 0, width: 216, height: 20)])
    region.insert(PixelRect(x: 233, y: 0, width: 100, height: 20))
    #expect(region.count == 2 && region.pixelCount == 316 * 20)
    // The third rectangle makes the gap 7 pixels wide, so all three are merged.
    region.insert(PixelRect(x: 216, y: 0, width: 10, height: 20))
    #expect(Array(region) == [PixelRect(x: 0, y: 0, width: 333, height: 20)])
    region.insert(PixelRect(x: 5, y: 5, width: 0, height: 9))
    #expect(region.count == 1)
  }

  @Test("Two crossing rectangles are not merged, and their overlap is counted once")
  func cross() {
    var region = DirtyRegion(PixelRect(x: 0, y: 100, width: 300, height: 50))
    region.insert(PixelRect(x: 100, y: 0, width: 50, height: 300))
    #expect(region.count == 2)
    #expect(region.pixelCount == 300 * 50 * 2 - 50 * 50)
    #expect(region.bounds == PixelRect(x: 0, y: 0, width: 300, height: 300))
  }

  @Test("When a region has more than eight distant rectangles, the two nearest are merged")
  func full() {
    var region = DirtyRegion()
    for index in 0..<8 { region.insert(PixelRect(x: index * 1000, y: 0, width: 10, height: 10)) }
    #expect(region.count == 8 && region.pixelCount == 800)
    region.insert(PixelRect(x: 3100, y: 0, width: 10, height: 10))
    #expect(region.count == 8)
    #expect(region.contains(PixelRect(x: 3000, y: 0, width: 110, height: 10)))
  }
}
