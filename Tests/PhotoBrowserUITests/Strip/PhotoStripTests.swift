import CarouselUI
import PhotoBrowserUI
import PhotoLibrary
import Photos
import TestSupport
import Testing
import ViewFixtures
import Views

@Suite("The strip of thumbnails")
@MainActor
struct PhotoStripTests {
  private func makeRig() -> PageRig<PhotoStrip> { PageRig(height: 72) { PhotoStrip($0, delivery: $1) } }

  private func middle(_ rig: PageRig<PhotoStrip>, _ number: Int) -> Double? {
    rig.page.view(of: PhotoID(number)).flatMap { $0.convert($0.bounds.center, to: rig.page)?.x }
  }

  @Test("The strip scrolls to the current photo without a report, and a tap selects another one")
  func current() throws {
    let rig = makeRig()
    rig.show(0..<200)
    rig.stage.advance(1)
    rig.page.currentID = PhotoID(50)
    rig.stage.advance(3)
    #expect(abs((middle(rig, 50) ?? 0) - 400) < 1 && rig.takeLog() == [])
    rig.stage.tap(try #require(rig.page.view(of: PhotoID(52))))
    #expect(rig.takeLog() == ["select 52"])
    rig.stage.advance(3)
    #expect(rig.takeLog() == [] && abs((middle(rig, 52) ?? 0) - 400) < 1)
    rig.stage.tap(try #require(rig.page.view(of: PhotoID(52))))
    #expect(rig.takeLog() == ["open 52"])
  }

  @Test("A drag selects the photos that pass the middle, and the last report is that of the photo at rest")
  func drag() throws {
    let rig = makeRig()
    rig.show(0..<200)
    rig.page.currentID = PhotoID(100)
    rig.stage.advance(3)
    rig.stage.drag(rig.page, from: Point(x: 500, y: 36), to: Point(x: 300, y: 36), seconds: 0.4)
    rig.stage.drop()
    rig.stage.advance(5)
    let log = rig.takeLog()
    #expect(
      log.count > 1
        && log.last
          == "select \(rig.page.currentID.map { id in rig.page.photos.firstIndex { $0.id == id }! } ?? -1)"
    )
    let number = try #require(rig.page.currentID.flatMap { id in rig.page.photos.firstIndex { $0.id == id } })
    #expect(number > 101 && abs((middle(rig, number) ?? 0) - 400) < 1)
  }

  @Test("If the current photo is removed, the strip chooses no other one", arguments: [10, 39])
  func removedCurrent(number: Int) {
    let rig = makeRig()
    rig.show(0..<40)
    rig.page.currentID = PhotoID(number)
    rig.stage.advance(3)
    rig.show((0..<40).filter { $0 != number })
    #expect(rig.page.currentID == nil)
    rig.stage.advance(3)
    rig.show([Int]())
    rig.stage.advance(3)
    rig.show(100..<120)
    rig.stage.advance(3)
    #expect(rig.takeLog() == [] && rig.page.currentID == nil)
    rig.stage.turnWheel(rig.page, by: Point(x: 0, y: 1))
    rig.stage.advance(3)
    #expect(rig.takeLog().count == 1 && rig.page.currentID != nil)
  }

  @Test("Only photos in sight are loaded, also of 100,000; a removal of all ends the loads")
  func loads() throws {
    let rig = makeRig()
    rig.decoder.hold(true)
    rig.show(0..<100_000)
    rig.stage.advance(0.5)
    var most = 0
    for step in 1...200 {
      rig.page.currentID = PhotoID(step * 450)
      rig.stage.advance(0.1)
      most = max(most, rig.page.loadCount, rig.loader.usage.waiting + rig.loader.usage.running - 2)
    }
    rig.stage.advance(3)
    #expect(most <= 60 && rig.page.loadCount > 5)
    rig.show([Int]())
    rig.stage.advance(2)
    #expect(rig.page.loadCount == 0 && rig.loader.usage.waiting == 0)
    rig.decoder.hold(false)
    rig.show(0..<20)
    try rig.load { rig.page.loadCount }
    #expect((rig.page.view(of: PhotoID(3)) as? ImageView)?.imageSize != nil)
    #expect(rig.takeLog() == [])
  }

  @Test("The current photo is larger than the others")
  func emphasis() throws {
    let rig = makeRig()
    rig.show(0..<40)
    rig.page.currentID = PhotoID(10)
    rig.stage.advance(3)
    func width(_ number: Int) -> Double {
      rig.page.view(of: PhotoID(number)).map { $0.frame.size.width * $0.transform.a } ?? 0
    }
    #expect(width(10) > width(11) * 1.1 && width(11) > 20)
    rig.page.currentID = PhotoID(11)
    rig.stage.advance(0.05)
    #expect(width(11) > width(12))
    rig.stage.advance(3)
    #expect(width(11) > width(10) * 1.1)
  }
}
