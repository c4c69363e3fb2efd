import CarouselViews
import Drawing
import Geometry
import Testing

/// Image views that let go of their picture once it was painted.
@MainActor
struct ReleasedContentTests {
  private let view = ImageView(size: Size(width: 60, height: 40))

  /// How often the view asked for its picture.
  private final class Requests { var count = 0 }

  private func countRequests() -> Requests {
    let requests = Requests()
    view.onImageNeeded = { _ in requests.count += 1 }
    return requests
  }

  @Test("a view that nobody reads a picture for again keeps it")
  func keeps() throws {
    view.image = try picture(.teal)
    view.didPaint(version: view.contentVersion, byteCount: 9600)
    #expect(view.image != nil && !view.isContentReleased)
    view.requestContent(hasPixels: false)
    #expect(view.image != nil)
  }

  @Test("once it is painted the picture is gone, but not its size and that it is opaque")
  func letsGo() throws {
    let requests = countRequests()
    #expect(view.imageSize == nil)
    view.image = try picture(.teal)
    let version = view.contentVersion
    view.didPaint(version: version, byteCount: 9600)
    #expect(view.image == nil && view.isContentReleased)
    #expect(view.imageSize == Size(width: 60, height: 40) && view.isOpaque)
    #expect(view.contentVersion == version && requests.count == 0)
    view.contentMode = .fit
    #expect(!view.isOpaque)
  }

  @Test("a picture that is much smaller than what was painted of it is kept")
  func smallPicture() throws {
    _ = countRequests()
    view.image = try picture(.teal)
    view.didPaint(version: view.contentVersion, byteCount: 4 * 9600)
    #expect(view.image != nil)
    view.didPaint(version: view.contentVersion, byteCount: 2 * 9600)
    #expect(view.image == nil)
  }

  @Test("what changed while it was painted is painted again, so the picture is kept")
  func changedMeanwhile() throws {
    _ = countRequests()
    view.image = try picture(.teal)
    let version = view.contentVersion
    view.caption = "new"
    view.didPaint(version: version, byteCount: 9600)
    #expect(view.image != nil)
    view.didPaint(version: view.contentVersion, byteCount: 9600)
    #expect(view.image == nil)
  }

  @Test("it is asked for once, until it is there")
  func askedOnce() throws {
    let requests = countRequests()
    for round in 1...2 {
      view.image = try picture(.teal)
      view.didPaint(version: view.contentVersion, byteCount: 9600)
      for _ in 0..<3 { view.requestContent(hasPixels: true) }
      #expect(requests.count == round && view.isContentReleased)
    }
  }

  @Test(
    "without its pixels it has nothing left, asks, and is painted as a placeholder until the answer comes")
  func pixelsLost() throws {
    let requests = countRequests()
    view.image = try picture(.teal)
    view.didPaint(version: view.contentVersion, byteCount: 9600)
    for _ in 0..<3 { view.requestContent(hasPixels: false) }
    #expect(requests.count == 1 && !view.isContentReleased && view.imageSize == nil)
    #expect(view.isAwaitingContent)
    let placeholder = ImageView(size: view.size)
    #expect(try ViewPainting.paint(view, scale: 1).bytes == ViewPainting.paint(placeholder, scale: 1).bytes)
    let version = view.contentVersion
    view.image = try picture(.teal)
    #expect(view.contentVersion > version && !view.isAwaitingContent)
    #expect(try ViewPainting.paint(view, scale: 1).count { $0 != .clear } == 60 * 40)
  }

  @Test(
    "where pixels are lost while it waits for the answer it asks once more: there is nothing to show meanwhile"
  )
  func lostWhileWaiting() throws {
    let requests = countRequests()
    view.image = try picture(.teal)
    view.didPaint(version: view.contentVersion, byteCount: 9600)
    view.requestContent(hasPixels: true)
    view.requestContent(hasPixels: false)
    // An answer that said nothing, such as a failure over pixels that were shown, may be another one now.
    #expect(requests.count == 2 && !view.isContentReleased)
  }

  @Test("when nobody is there to be asked, it asks as soon as somebody is")
  func nobodyToAsk() throws {
    _ = countRequests()
    view.image = try picture(.teal)
    view.didPaint(version: view.contentVersion, byteCount: 9600)
    view.onImageNeeded = nil
    view.requestContent(hasPixels: true)
    let requests = countRequests()
    view.requestContent(hasPixels: true)
    #expect(requests.count == 1)
  }

  @Test("an answer within the question is taken")
  func answeredAtOnce() throws {
    let image = try picture(.teal)
    view.onImageNeeded = { $0.image = image }
    view.image = image
    view.didPaint(version: view.contentVersion, byteCount: 9600)
    view.requestContent(hasPixels: false)
    #expect(view.image != nil)
  }

  @Test("no picture takes the place of one that was let go of, and a failure does, until it is taken back")
  func otherContent() throws {
    let requests = countRequests()
    view.image = try picture(.teal)
    view.didPaint(version: view.contentVersion, byteCount: 9600)
    var version = view.contentVersion
    view.failure = "It cannot be read."
    #expect(view.contentVersion > version && !view.isContentReleased)
    view.didPaint(version: view.contentVersion, byteCount: 9600)
    view.failure = nil
    view.requestContent(hasPixels: true)
    #expect(requests.count == 1)
    version = view.contentVersion
    view.image = nil
    #expect(view.contentVersion > version && !view.isContentReleased && view.imageSize == nil)
  }
}
