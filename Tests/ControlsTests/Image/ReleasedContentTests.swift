import Controls
import Drawing
import Geometry
import Testing
import ViewFixtures
@_spi(Subclassing) import Views

/// Image views that release their image after it was painted.
@MainActor
struct ReleasedContentTests {
  private let view = ImageView(size: Size(width: 60, height: 40))

  /// The number of times that the view requested its image.
  private final class Requests { var count = 0 }

  private func countRequests() -> Requests {
    let requests = Requests()
    view.onImageNeeded = { _ in requests.count += 1 }
    return requests
  }

  @Test("Without onImageNeeded, a painted view keeps its image")
  func keeps() throws {
    view.image = try picture(.teal)
    view.didPaint(version: view.contentVersion, byteCount: 9600)
    #expect(view.image != nil && !view.isContentReleased)
    view.requestContent(hasPixels: false)
    #expect(view.image != nil)
  }

  @Test("After it was painted, a view has released its image, but keeps imageSize and isOpaque")
  func releases() throws {
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

  @Test("An image is not released if it has less than half the bytes of the view's painted pixels")
  func smallImage() throws {
    _ = countRequests()
    view.image = try picture(.teal)
    view.didPaint(version: view.contentVersion, byteCount: 4 * 9600)
    #expect(view.image != nil)
    view.didPaint(version: view.contentVersion, byteCount: 2 * 9600)
    #expect(view.image == nil)
  }

  @Test("If the view changes while it is painted, the image is kept for the next painting")
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

  @Test("A released image is requested only once until the image is set again")
  func requestedOnce() throws {
    let requests = countRequests()
    for round in 1...2 {
      view.image = try picture(.teal)
      view.didPaint(version: view.contentVersion, byteCount: 9600)
      for _ in 0..<3 { view.requestContent(hasPixels: true) }
      #expect(requests.count == round && view.isContentReleased)
    }
  }

  @Test(
    "If the pixels are evicted, too, the view requests its image, and shows the placeholder until the image arrives"
  )
  func evictedPixels() throws {
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
    "If the pixels are evicted during a request, the view requests its image again"
  )
  func evictedDuringRequest() throws {
    let requests = countRequests()
    view.image = try picture(.teal)
    view.didPaint(version: view.contentVersion, byteCount: 9600)
    view.requestContent(hasPixels: true)
    view.requestContent(hasPixels: false)
    // The first request may have failed without a report, because old pixels were shown. Now the image is
    // needed.
    #expect(requests.count == 2 && !view.isContentReleased)
  }

  @Test("If onImageNeeded is nil when the image is needed, the image is requested after the closure was set")
  func closureSetLater() throws {
    _ = countRequests()
    view.image = try picture(.teal)
    view.didPaint(version: view.contentVersion, byteCount: 9600)
    view.onImageNeeded = nil
    view.requestContent(hasPixels: true)
    let requests = countRequests()
    view.requestContent(hasPixels: true)
    #expect(requests.count == 1)
  }

  @Test("onImageNeeded can set the image before it returns")
  func answeredImmediately() throws {
    let image = try picture(.teal)
    view.onImageNeeded = { $0.image = image }
    view.image = image
    view.didPaint(version: view.contentVersion, byteCount: 9600)
    view.requestContent(hasPixels: false)
    #expect(view.image != nil)
  }

  @Test("Setting nil or a failure replaces a released image; clearing the failure requests the image again")
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
