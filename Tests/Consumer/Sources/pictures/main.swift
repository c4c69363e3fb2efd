// The code of the article "Pictures".
import CarouselUI
import PhotoViews
import RemoteImages

struct Album: Sendable {
  func image(named name: String, pixels: Size) async -> Image? { nil }
}

let album = Album()
let image = try Image.drawn(width: 80, height: 60) { $0.fill(with: .teal) }
let view = ImageView(size: Size(width: 240, height: 240), image: image, caption: "At the lake")
view.contentMode = .fit
view.contentsRect = Rect(x: 0.1, y: 0, width: 0.8, height: 1)
view.blurredFillRadius = 24
let painted = try ViewPainting.paint(view, scale: 1)
precondition(painted.image.isOpaque)

let source = TaskImageSource(identity: "lake") { size throws(ImageSourceError) in
  guard let image = await album.image(named: "lake", pixels: size) else {
    throw .missing("The album has no such picture.")
  }
  return image
}
let picture = AsyncImageView(size: Size(width: 240, height: 180), source: source)
picture.imageView.contentMode = .fill
picture.crossFadeDuration = 0.3
precondition(picture.state == .waiting)

picture.source = FileImageSource("photos/lake.heic")

var options = RemoteImageFetcher.Options()
options.limits.bytes = 8 << 20
options.limits.seconds = 20
let fetcher = RemoteImageFetcher(options)
picture.source = RemoteImageSource("https://example.org/lake.jpg", fetcher: fetcher)
precondition(picture.state == .waiting)

let window = ParallaxView(picture, size: Size(width: 200, height: 180))
window.travel = 20
window.layoutIfNeeded()
precondition(picture.frame == Rect(x: -20, y: 0, width: 240, height: 180))

// The build has put the decoders beside this program, so that the content of a file becomes a picture.
let file = Array("P6 2 1 255\n".utf8) + [200, 30, 30, 30, 160, 60]
typealias Waiting = CheckedContinuation<Result<Image, ImageSourceError>, Never>
let decoded = await withCheckedContinuation { (waiting: Waiting) in
  _ = DataImageSource(identity: "two pixels", bytes: file).load(for: Size(width: 2, height: 1)) {
    waiting.resume(returning: $0)
  }
}
let pixels = try decoded.get()
precondition(pixels.width == 2 && pixels.height == 1)
