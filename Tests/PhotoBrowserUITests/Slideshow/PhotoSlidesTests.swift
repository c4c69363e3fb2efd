import CarouselUI
import DecoderClient
import Foundation
import PhotoBrowserUI
import PhotoLibrary
import Photos
import TestSupport
import Testing

/// The slides of photos that cannot be shown.
@MainActor
struct PhotoSlidesTests {
  private let folder: TemporaryFolder
  private let pipeline = PhotoPipeline(thumbnails: .never, program: "test") { _ in }
  private let setting = SlideSetting(
    box: PhotoBox(size: Size(width: 300, height: 200), scale: 1), number: 0, allowsMotion: false)

  init() throws {
    folder = try TemporaryFolder()
    try Data("no picture".utf8).write(to: URL(filePath: folder("damaged.jpg")))
  }

  private func photos(_ names: [String]) -> [LibraryPhoto] {
    names.enumerated().map { LibraryPhoto(PhotoID($0), Photo(path: folder($1))) }
  }

  @Test(
    "If no photo of a slide can be shown, the slide is damaged if one of its photos is, wherever it is",
    arguments: [
      (["damaged.jpg", "missing.jpg"], true), (["missing.jpg", "damaged.jpg"], true),
      (["missing.jpg", "gone.jpg"], false),
    ])
  func damage(names: [String], isDamage: Bool) async throws {
    let slides = PhotoSlides(pipeline)
    let list = photos(names)
    slides.setPhotos(list)
    var defects: Set<String> = []
    slides.onDefect = { defects.insert($1.name) }
    var failure: SlideFailure?
    let work = slides.makeSlide(of: list.map(\.id), in: nil, for: setting) {
      if case .failure(let error) = $0 { failure = error }
    }
    try await waitUntil("the failure") { failure != nil }
    #expect(failure?.isDamage == isDamage && defects == Set(names))
    withExtendedLifetime(work) {}
  }

  @Test("A slide that is given up before its photo has arrived reports no defect")
  func givenUp() async throws {
    let arrivals = Arrivals()
    let slides = PhotoSlides(pipeline, delivery: arrivals.delivery)
    let list = photos(["damaged.jpg"])
    slides.setPhotos(list)
    var calls: [String] = []
    slides.onDefect = { calls.append("defect of \($1.name)") }
    var work = slides.makeSlide(of: list[0].id, for: setting) { _ in calls.append("slide") }
    try await waitUntil("the arrival") { arrivals.hasArrived }
    withExtendedLifetime(work) {}
    work = nil
    arrivals.runArrived()
    #expect(calls.isEmpty)
    work = slides.makeSlide(of: list[0].id, for: setting) { _ in calls.append("slide") }
    try await waitUntil("the arrival") { arrivals.hasArrived }
    arrivals.runArrived()
    withExtendedLifetime(work) {}
    #expect(calls == ["defect of damaged.jpg", "slide"])
  }
}
