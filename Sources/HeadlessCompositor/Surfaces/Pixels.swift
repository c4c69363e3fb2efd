/// An image: `height` rows of `width` words, each 0xAARRGGBB premultiplied, top row first.
struct Pixels: Equatable, Sendable {
  let width: Int
  let height: Int
  var words: [UInt32]

  init(width: Int, height: Int, filledWith word: UInt32 = 0) {
    self.width = width
    self.height = height
    words = Array(repeating: word, count: width * height)
  }
}

/// The number of pixels in which two images differ, and the first of them.
struct PixelDifference {
  var count = 0
  var x = 0
  var y = 0
}
