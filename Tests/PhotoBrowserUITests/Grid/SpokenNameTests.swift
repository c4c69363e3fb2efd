import PhotoBrowserUI
import PhotoLibrary
import Testing

struct SpokenNameTests {
  @Test(
    "A screen reader speaks the name of the file, and the day on which the photo was taken if it is known")
  func names() {
    let taken: Int64 = 1_777_800_000  // 2026-05-03, 9:20
    let photo = Photo(path: "/album/IMG_3041.jpg")
    #expect(LibraryPhoto(PhotoID(1), photo).spokenName == "IMG_3041.jpg")
    #expect(
      LibraryPhoto(PhotoID(1), photo, metadata: PhotoMetadata(taken: taken)).spokenName
        == "IMG_3041.jpg, taken on 3 May 2026")
  }
}
