import CarouselUI
import DecoderClient
import DecoderProtocol
import PhotoBrowserUI
import PhotoLibrary
import Photos
import TestSupport
import Testing
import ViewFixtures
import Views

@Suite("The grid of the photo browser")
@MainActor
struct PhotoGridTests {
  private func makeRig(workers: Int = 2, budget: Int = 64 << 20) -> PageRig<PhotoGrid> {
    PageRig(workers: workers, budget: budget) { PhotoGrid($0, delivery: $1) }
  }

  private func image(_ rig: PageRig<PhotoGrid>, _ number: Int) -> ImageView? {
    rig.page.view(of: PhotoID(number)) as? ImageView
  }

  @Test(
    "Photos in sight are loaded at the size of their cells, those near the middle first, and have the names of their files"
  )
  func loading() throws {
    let rig = makeRig(workers: 1)
    rig.decoder.hold(true)
    rig.show(0..<40)
    // Four columns of 196 points, of which three rows and a part are in sight.
    let visible = rig.page.collection.visibleIndexes
    #expect(visible == Array(0..<16) && rig.page.loadCount == 16)
    rig.decoder.hold(false)
    try rig.load { rig.page.loadCount }
    let size = try #require(image(rig, 5)?.imageSize)
    #expect(size.width >= 180 && size.width <= 196 && size == image(rig, 5)?.size)
    #expect(Set(rig.decoder.calls) == Set(visible.flatMap { ["preview \($0).jpg", "full \($0).jpg"] }))
    let fulls = rig.decoder.calls.filter { $0.hasPrefix("full") }
    #expect(fulls.prefix(3).contains("full 8.jpg") && !fulls.prefix(8).contains("full 0.jpg"))
    #expect(throws: Never.self) { try rig.stage.tree.accessibilityTree().find(.gridCell, "5.jpg") }
  }

  @Test("A fast scroll through 100,000 photos decodes nothing that has left the view, and keeps few views")
  func fastScroll() throws {
    let rig = makeRig(budget: 4 << 20)
    rig.show(0..<100_000)
    try rig.load { rig.page.loadCount }
    rig.decoder.clear()
    rig.decoder.hold(true)
    var (mostLoads, mostWaiting, mostCells) = (0, 0, 0)
    for step in 1...2000 {
      rig.page.collection.contentOffset.y += step % 400 < 300 ? 1700 : -600
      rig.stage.settle()
      mostLoads = max(mostLoads, rig.page.loadCount)
      mostWaiting = max(mostWaiting, rig.loader.usage.waiting + rig.loader.usage.running)
      mostCells = max(mostCells, rig.page.collection.loadedCellCount)
    }
    #expect(rig.page.collection.contentOffset.y > 1_000_000)
    // Two workers hold a photo each that has left the view.
    #expect(
      mostLoads <= 20 && mostWaiting <= 22 && mostCells <= 40, "\(mostLoads), \(mostWaiting), \(mostCells)")
    #expect(rig.decoder.calls.count <= 2)
    rig.decoder.clear()
    rig.decoder.hold(false)
    let visible = Set(rig.page.collection.visibleIndexes)
    try rig.load { rig.page.loadCount }
    let called = Set(rig.decoder.calls.compactMap { Int($0.split(separator: " ")[1].dropLast(4)) })
    #expect(called == visible)
    #expect(rig.loader.usage.peakBytes <= 4 << 20)
  }

  @Test(
    "A thumbnail on disk that is sharp enough ends the load; a small one is shown until the photo is decoded")
  func previews() throws {
    let rig = makeRig()
    rig.decoder.setPreviews(256)
    rig.show(0..<8)
    try rig.load { rig.page.loadCount }
    #expect(image(rig, 3)?.imageSize == Size(width: 256, height: 256))
    #expect(rig.decoder.calls.allSatisfy { $0.hasPrefix("preview") })
    let other = makeRig(workers: 1)
    other.decoder.setPreviews(32)
    other.show(0..<1)
    other.decoder.waitForCalls(1)
    try other.load { image(other, 0)?.imageSize == nil ? 1 : 0 }
    #expect(image(other, 0)?.imageSize == Size(width: 32, height: 32) || other.page.loadCount == 0)
    try other.load { other.page.loadCount }
    #expect(image(other, 0)?.imageSize != Size(width: 32, height: 32))
  }

  @Test("If all photos are removed while they are loaded, nothing is loaded or shown anymore")
  func removalOfAll() throws {
    let rig = makeRig()
    rig.decoder.hold(true)
    rig.show(0..<100)
    rig.decoder.waitForCalls(2)
    rig.show([Int]())
    #expect(rig.page.loadCount == 0 && rig.loader.usage.waiting == 0)
    rig.decoder.hold(false)
    rig.stage.advance(2)
    rig.deliver()
    #expect(!rig.stage.tree.isMoving && rig.page.view(of: PhotoID(3)) == nil)
    // They return.
    rig.show(0..<4)
    try rig.load { rig.page.loadCount }
    #expect(image(rig, 3)?.imageSize != nil)
  }

  @Test(
    "A renamed photo keeps its picture and gets its new name; a changed one keeps its picture until it is decoded again"
  )
  func renameAndChange() throws {
    let rig = makeRig()
    rig.show(0..<8)
    try rig.load { rig.page.loadCount }
    rig.decoder.clear()
    let view = image(rig, 2)
    var photos = rig.page.photos
    photos[2] = PageRig<PhotoGrid>.photo(2, name: "/album/beach.jpg")
    rig.page.photos = photos
    rig.stage.settle()
    #expect(image(rig, 2) === view && view?.accessibilityLabel == "beach.jpg" && view?.imageSize != nil)
    #expect(rig.page.loadCount == 0 && rig.decoder.calls.isEmpty)
    photos[2] = PageRig<PhotoGrid>.photo(2, name: "/album/beach.jpg", modified: 5)
    rig.decoder.hold(true)
    rig.page.photos = photos
    rig.page.contentDidChange(of: [PhotoID(2), PhotoID(900)])
    rig.stage.settle()
    #expect(rig.page.loadCount == 1 && view?.imageSize != nil)
    rig.decoder.hold(false)
    try rig.load { rig.page.loadCount }
    #expect(rig.decoder.calls.contains("full beach.jpg") && view?.imageSize != nil)
  }

  @Test("A photo that comes back in another view is loaded, although its former view is reused")
  func reusedViews() throws {
    let rig = makeRig()
    rig.decoder.hold(true)
    rig.show(0..<100)
    var random = SplitMix(seed: 3)
    for _ in 0..<20 {
      rig.page.collection.contentOffset.y = 450
      rig.stage.settle()
      // The first two rows come back in another order.
      var numbers = Array(0..<8)
      for index in numbers.indices { numbers.swapAt(index, random.whole(0...7)) }
      rig.show(numbers + Array(8..<100))
      rig.page.collection.contentOffset.y = 0
      rig.stage.advance(2)
      #expect(rig.page.loadCount == rig.page.collection.visibleIndexes.count)
    }
    rig.decoder.hold(false)
    try rig.load { rig.page.loadCount }
    for number in 0..<10 { #expect(image(rig, number)?.imageSize != nil) }
  }

  @Test("Photos that are being loaded when the page gets another size are loaded at the new size")
  func resize() throws {
    let rig = makeRig()
    rig.decoder.hold(true)
    rig.show(0..<40)
    rig.page.size = Size(width: 500, height: 600)
    rig.stage.settle()
    #expect(rig.page.loadCount == rig.page.collection.visibleIndexes.count)
    rig.decoder.hold(false)
    try rig.load { rig.page.loadCount }
    for number in 0..<9 {
      #expect(image(rig, number)?.imageSize?.width == image(rig, number)?.size.width.rounded(.up))
    }
  }

  @Test("A photo that cannot be decoded shows the reason, which the owner also receives")
  func failure() throws {
    let rig = makeRig()
    var failed: [String] = []
    rig.page.onLoad = { photo, error in if error != nil { failed.append(photo.name) } }
    rig.decoder.fail(PhotoError("/album/0.jpg", .content(.notAnImage)))
    rig.show(0..<2)
    try rig.load { rig.page.loadCount }
    #expect(failed.sorted() == ["0.jpg", "1.jpg"] && image(rig, 1)?.failure != nil)
  }

  @Test("Arrow keys make another photo the current one, and Return or a click opens it")
  func selection() throws {
    let rig = makeRig()
    rig.show(0..<40)
    rig.page.currentID = PhotoID(0)
    #expect(rig.takeLog() == [])
    rig.page.collection.becomeFocused()
    rig.stage.key(.right)
    rig.stage.key(.down)
    #expect(rig.takeLog() == ["select 1", "select 5"] && rig.page.currentID == PhotoID(5))
    rig.stage.key(.return)
    #expect(rig.takeLog() == ["open 5"])
    rig.stage.tap(try #require(image(rig, 2)))
    #expect(rig.takeLog() == ["select 2", "open 2"])
    rig.stage.modifiers = .control
    rig.stage.tap(try #require(image(rig, 3)), as: .pointer(.primary))
    rig.stage.modifiers = []
    #expect(rig.takeLog() == ["select 3"] && rig.page.selectedPhotos.map(\.id) == [PhotoID(3), PhotoID(5)])
    // The photos follow a change of the list, without a report.
    rig.show(Array(20..<40) + Array(0..<20))
    #expect(rig.takeLog() == [] && rig.page.currentID == PhotoID(3))
    #expect(rig.page.selectedPhotos.map(\.id) == [PhotoID(3), PhotoID(5)])
    rig.show(Array(0..<3))
    #expect(rig.takeLog() == [] && rig.page.currentID == nil && rig.page.selectedPhotos.isEmpty)
  }

  @Test("The current photo is scrolled into view, also if the page gets its size or its window later")
  func reveal() throws {
    let rig = makeRig()
    rig.show(0..<1000)
    rig.page.currentID = PhotoID(700)
    rig.stage.settle()
    #expect(rig.page.view(of: PhotoID(700)) != nil && rig.page.view(of: PhotoID(0)) == nil)
    rig.page.removeFromSuperview()
    rig.page.currentID = PhotoID(20)
    rig.stage.add(rig.page, x: 0, y: 0)
    rig.stage.settle()
    #expect(rig.page.view(of: PhotoID(20)) != nil)
    #expect(rig.takeLog() == [])
  }

  @Test("Outside of a window nothing is loaded; in a window, and at another scale, the photos in sight are")
  func window() throws {
    let rig = makeRig()
    rig.decoder.hold(true)
    rig.show(0..<40)
    #expect(rig.page.loadCount == 16)
    rig.page.removeFromSuperview()
    #expect(rig.page.loadCount == 0 && rig.loader.usage.waiting == 0)
    rig.decoder.hold(false)
    rig.show(0..<50)
    #expect(rig.page.loadCount == 0)
    rig.stage.add(rig.page, x: 0, y: 0)
    #expect(rig.page.loadCount == 16)
    try rig.load { rig.page.loadCount }
    let width = try #require(image(rig, 1)?.imageSize?.width)
    rig.stage.tree.scale = 2
    rig.stage.settle()
    #expect(rig.page.loadCount == 16)
    try rig.load { rig.page.loadCount }
    #expect(try #require(image(rig, 1)?.imageSize?.width) == width * 2)
  }

  @Test("Photos are below headers with their month, and the label of the scroll bar names the day")
  func months() throws {
    let rig = makeRig()
    let day = Int64(86_400_000_000_000)
    // Noon of 15 January 1970, 15 February and 16 February.
    rig.page.photos = [14, 45, 46, 46].enumerated().map { index, days in
      PageRig<PhotoGrid>.photo(index, modified: Int64(days) * day + day / 2)
    }
    rig.page.grouping = .monthModified
    rig.stage.settle()
    let headings = rig.stage.tree.accessibilityTree().all.filter { $0.role == .heading }.map(\.name)
    #expect(headings == ["January 1970", "February 1970"])
    #expect(rig.page.collection.scrollLabel?(2) == "16 February 1970")
  }

  @Test("A month has days above a number of photos, and its days leave with the photos")
  func days() {
    let rig = makeRig()
    let day = Int64(86_400_000_000_000)
    func photos(_ count: Int) -> [LibraryPhoto] {
      (0..<count).map { PageRig<PhotoGrid>.photo($0, modified: Int64(14 + $0 % 4 / 2) * day + day / 2) }
        .sorted { $0.revision?.modified ?? 0 < $1.revision?.modified ?? 0 }
    }
    rig.page.arrange(photos(PhotoGrouping.mostInMonth), by: .monthModified)
    func headings() -> [String] {
      rig.stage.tree.accessibilityTree().all.filter { $0.role == .heading }.map(\.name)
    }
    rig.stage.advance(2)
    #expect(headings() == ["January 1970"])
    rig.page.photos = photos(PhotoGrouping.mostInMonth + 1)
    rig.stage.advance(2)
    #expect(headings() == ["15 January 1970"])
    rig.page.collection.contentOffset.y = 1e6
    rig.stage.advance(2)
    #expect(headings() == ["16 January 1970"])
  }

  @Test(
    "The names of the files are below the thumbnails if the user wants them, and the picture is lower by as much"
  )
  func names() throws {
    let rig = makeRig()
    rig.show(0..<8)
    try rig.load { rig.page.loadCount }
    let before = try #require(image(rig, 3)?.size)
    func shown() -> [String] {
      rig.page.collection.visibleIndexes.compactMap {
        (rig.page.collection.content(ofItem: $0)?.subviews.first { $0 is ThemedLabel } as? ThemedLabel)?.text
      }
    }
    #expect(shown() == [])
    rig.page.showsNames = true
    rig.stage.settle()
    let after = try #require(image(rig, 3)?.size)
    #expect(shown() == (0..<8).map { "\($0).jpg" })
    #expect(
      after.height < before.height - 8 && after.height > before.height / 2 && after.width == before.width)
    // Reused cells have the names of their photos.
    rig.show(100..<140)
    rig.page.collection.contentOffset.y = 600
    rig.stage.advance(2)
    let numbers = rig.page.collection.visibleIndexes.map { "\($0 + 100).jpg" }
    #expect(shown() == numbers && numbers.first != "100.jpg")
    rig.page.showsNames = false
    rig.stage.settle()
    #expect(shown() == [])
  }

  @Test(
    "Photos in another order are arranged at once, with the current one in sight and the sections of the order"
  )
  func otherOrder() {
    let rig = makeRig()
    rig.decoder.hold(true)
    rig.show(0..<1000)
    rig.page.currentID = PhotoID(3)
    rig.stage.settle()
    rig.page.arrange(rig.page.photos.reversed(), by: .monthModified)
    #expect(!rig.page.collection.isMoving)
    rig.stage.settle()
    #expect(rig.page.collection.visibleIndexes.contains(996) && rig.page.currentID == PhotoID(3))
    #expect(rig.page.grouping == .monthModified)
    #expect(rig.takeLog() == [])
    rig.decoder.hold(false)
  }

  @Test("Photos are below headers with their folder, and one folder has no header")
  func folders() {
    let rig = makeRig()
    rig.page.grouping = PhotoGrouping(for: PhotoOrder(.name))
    rig.page.photos = ["/a/1.jpg", "/a/2.jpg", "/b c/3.jpg"].enumerated().map {
      PageRig<PhotoGrid>.photo($0, name: $1)
    }
    rig.stage.advance(2)
    func headings() -> [String] {
      rig.stage.tree.accessibilityTree().all.filter { $0.role == .heading }.map(\.name)
    }
    #expect(headings() == ["a", "b c"])
    rig.page.photos.removeLast()
    rig.stage.advance(2)
    #expect(headings() == [])
  }

  @Test("The months of neighbors are those of their dates, also at the first and the last second of a month")
  func manyMonths() {
    // Every second hour of 20 years, and the seconds around the first of each month.
    var seconds = (0..<87_600).map { Int64($0) * 7200 }
    for month in 0..<240 {
      // The calendar of universal time, without a table: the days of whole years and of the months before.
      let (year, days) = (
        1970 + month / 12, [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334][month % 12]
      )
      let leapDay = year % 4 == 0 && month % 12 > 1 ? 1 : 0
      let start = Int64((year - 1970) * 365 + (year - 1969) / 4 + days + leapDay) * 86_400
      seconds += [start - 1, start, start + 1, start + 86_399, start + 86_400]
    }
    let photos = seconds.sorted().enumerated().map { index, second in
      LibraryPhoto(
        PhotoID(index), Photo(path: "/album/\(index).jpg"), metadata: PhotoMetadata(taken: second))
    }
    let sections = PhotoGrouping.monthTaken.sections(of: photos, mostInMonth: .max)
    #expect(sections.flatMap(\.items) == photos)
    // A month with many photos is divided into days.
    let days = PhotoGrouping.monthTaken.sections(of: photos)
    #expect(days.flatMap(\.items) == photos)
    var dayTitles: [String] = []
    for photo in photos {
      let title = PhotoGrouping.monthTaken.scrollLabel(of: photo)
      if dayTitles.last != title { dayTitles.append(title) }
    }
    // The month of the first photo, a second before 1970, has no other one.
    dayTitles[0] = "December 1969"
    #expect(days.map(\.title) == dayTitles && dayTitles.count > 7300)
    // The slow twin: the month of each photo by itself, without its day.
    var titles: [String] = []
    for photo in photos {
      let title = PhotoGrouping.monthTaken.scrollLabel(of: photo).drop { $0 != " " }.dropFirst()
      if titles.last != String(title) { titles.append(String(title)) }
    }
    #expect(sections.map(\.title) == titles && titles.count == 241)
  }

  @Test("Months of the time at which files were changed ignore the time at which photos were taken")
  func modifiedMonths() {
    #expect(PhotoGrouping(for: PhotoOrder(.dateModified)) == .monthModified)
    let day = Int64(86_400)
    let photos = (0..<4).map { index in
      LibraryPhoto(
        PhotoID(index), Photo(path: "/album/\(index).jpg"),
        revision: FileRevision(
          identity: FileIdentity(device: 1, inode: 1), byteCount: 1,
          modified: (45 * day + Int64(index)) * 1_000_000_000),
        metadata: PhotoMetadata(taken: Int64(index % 2) * 90 * day + 45 * day))
    }
    #expect(PhotoGrouping.monthModified.sections(of: photos).map(\.title) == ["February 1970"])
    #expect(PhotoGrouping.monthTaken.sections(of: photos).count == 4)
  }

  @Test("A photo with the same number but another path is another photo, unless both are the same file")
  func otherLibrary() throws {
    let rig = makeRig()
    func photos(_ folder: String, inode: UInt64 = 0) -> [LibraryPhoto] {
      (0..<8).map {
        LibraryPhoto(
          PhotoID($0), Photo(path: "\(folder)/\($0).jpg"),
          identity: FileIdentity(device: inode > 0 ? 1 : 0, inode: inode > 0 ? inode + UInt64($0) : 0))
      }
    }
    rig.page.photos = photos("/a")
    rig.stage.settle()
    try rig.load { rig.page.loadCount }
    rig.decoder.hold(true)
    rig.page.photos = photos("/b")
    rig.stage.settle()
    #expect(rig.page.loadCount == 8 && image(rig, 3)?.imageSize == nil)
    rig.decoder.hold(false)
    try rig.load { rig.page.loadCount }
    // A renamed folder, in an order that needs no versions of files.
    rig.page.photos = photos("/c", inode: 100)
    rig.stage.settle()
    try rig.load { rig.page.loadCount }
    rig.page.photos = photos("/d", inode: 100)
    rig.stage.settle()
    #expect(rig.page.loadCount == 0 && image(rig, 3)?.imageSize != nil)
  }

  @Test("A photo that is renamed while it is loaded is loaded at its new path")
  func renameDuringLoad() throws {
    let rig = makeRig(workers: 1)
    rig.decoder.hold(true)
    rig.show(0..<4)
    rig.decoder.waitForCalls(1)
    var photos = rig.page.photos
    photos[2] = PageRig<PhotoGrid>.photo(2, name: "/album/beach.jpg")
    rig.page.photos = photos
    rig.stage.settle()
    rig.decoder.hold(false)
    try rig.load { rig.page.loadCount }
    #expect(rig.decoder.calls.contains("full beach.jpg") && !rig.decoder.calls.contains("full 2.jpg"))
    // The reason of a failure may be the path.
    rig.decoder.fail(PhotoError("", .empty))
    rig.loader.invalidate(photos[3].photo)
    photos[3] = PageRig<PhotoGrid>.photo(3, modified: 1)
    rig.page.photos = photos
    rig.stage.settle()
    try rig.load { rig.page.loadCount }
    #expect(image(rig, 3)?.failure != nil)
    rig.decoder.fail(nil)
    photos[3] = PageRig<PhotoGrid>.photo(3, name: "/album/lake.jpg", modified: 1)
    rig.page.photos = photos
    rig.stage.settle()
    try rig.load { rig.page.loadCount }
    #expect(image(rig, 3)?.failure == nil && image(rig, 3)?.imageSize != nil)
  }

  @Test("The same current photo, set again, does not scroll; a shorter list during a layout is safe")
  func sameCurrent() {
    let rig = makeRig()
    rig.decoder.hold(true)
    rig.show(0..<1000)
    rig.page.currentID = PhotoID(3)
    rig.page.collection.contentOffset.y = 20_000
    rig.stage.settle()
    rig.page.currentID = PhotoID(3)
    rig.show(0..<1001)
    #expect(rig.page.collection.contentOffset.y == 20_000)
    rig.page.collection.contentOffset.y = 1e6
    rig.stage.settle()
    rig.page.size = Size(width: 400, height: 600)
    rig.show(0..<10)
    rig.stage.advance(2)
    #expect(rig.page.loadCount == rig.page.collection.visibleIndexes.count && rig.takeLog() == [])
    rig.decoder.hold(false)
  }

  @Test("A thumbnail keeps no image that is much larger than its cell")
  func largeImages() throws {
    let rig = makeRig()
    rig.decoder.setPreviews(1024)
    rig.show(0..<4)
    try rig.load { rig.page.loadCount }
    let size = try #require(image(rig, 1)?.imageSize)
    #expect(size.width < 280 && size.height < 280 && size.width >= 180)
  }
}
