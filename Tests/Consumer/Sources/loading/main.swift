// The code of the front page of DecoderClient. It needs picture files, so it is only compiled.
import CarouselUI
import DecoderClient
import DecoderProtocol

let logo = try Image(contentsOf: "logo.webp")
let photo = try await Image.load(contentsOf: "lake.heic", fitting: TargetSize(width: 800, height: 600))
print(logo.width, photo.width)

var settings = DecoderPool.Options()
settings.helperCount = 2
settings.limits.pixels = 100_000_000
let pool = DecoderPool(settings)
print(pool === DecoderPool.shared)
