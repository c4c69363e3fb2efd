import Controls
import Drawing
import Geometry
import TestSupport
import Testing
import ViewFixtures
import Views

@MainActor
@Suite("ImageView")
struct ImageViewTests {
  private let size = Size(width: 200, height: 120)
  private let red = Pixel(blue: 0, green: 0, red: 255, alpha: 255)

  private func painted(scale: Double = 1, _ change: (ImageView) throws -> Void) throws -> PaintedSurface {
    let view = ImageView(size: size)
    try change(view)
    let painted = try ViewPainting.paint(view, scale: scale)
    // A view may claim to be opaque only if all its pixels are opaque.
    if view.isOpaque { #expect(painted.image.isOpaque) }
    return painted
  }

  @Test("If an opaque image fills the view, the view is opaque")
  func fills() throws {
    let painted = try painted { $0.image = try picture(Color(hex: 0xFF0000)) }
    #expect(painted.count { $0 == red } == 200 * 120)
    #expect(painted.image.isOpaque)
  }

  @Test("With content mode fit, the area around the image is clear or has the background color")
  func fits() throws {
    let narrow = try picture(Color(hex: 0xFF0000), width: 60, height: 120)
    let clear = try painted {
      $0.image = narrow
      $0.contentMode = .fit
    }
    #expect(clear[69, 60] == .clear)
    #expect(clear[70, 60] == red)
    #expect(!clear.image.isOpaque)
    let backed = try painted {
      $0.image = narrow
      $0.contentMode = .fit
      $0.backgroundColor = .white
    }
    #expect(backed[69, 60] == .white)
    #expect(backed.image.isOpaque)
  }

  @Test("The pixels outside rounded corners are clear", arguments: ["picture", "placeholder", "error"])
  func corners(content: String) throws {
    for caption in [nil, "a caption"] {
      let painted = try painted {
        $0.cornerRadius = 12
        $0.caption = caption
        if content == "picture" { $0.image = try picture(.teal) }
        if content == "error" { $0.failure = "It cannot be read." }
      }
      for (x, y) in [(0, 0), (199, 0), (0, 119), (199, 119)] { #expect(painted[x, y] == .clear) }
      #expect(painted[100, 3].alpha == 255)
    }
  }

  @Test(
    "A caption over a white image has a contrast of at least 4.5 to 1; the rest of the image is not shaded")
  func captionOver() throws {
    let plain = try painted { $0.image = try picture(.white) }
    #expect(plain.count { $0 == .white } == 200 * 120)
    let captioned = try painted {
      $0.image = try picture(.white)
      $0.caption = "IMG_2024.jpg"
    }
    #expect(captioned.image.isOpaque)
    #expect(captioned.count(y: 0..<54) { $0 == .white } == 200 * 54)
    // sRGB 118 has a luminance of 0.18, against which white has a contrast of 4.5 to 1.
    let text = CaptionArea(of: captioned)
    #expect(text.rows.count >= 6)
    for row in text.rows { #expect(captioned[2, row].red <= 118) }
  }

  @Test("A caption below the image makes the image smaller")
  func captionUnder() throws {
    let painted = try painted {
      $0.image = try picture(Color(hex: 0xFF0000))
      $0.caption = "IMG_2024.jpg"
      $0.captionPlacement = .under
    }
    let rows = (0..<120).count { painted[100, $0] == red }
    #expect((76...90).contains(rows))
    #expect(painted.count(y: 0..<rows) { $0 == red } == 200 * rows)
    #expect(painted.count(y: rows..<120) { $0.alpha > 128 } > 30)
    #expect(painted[1, 110] == .clear)
  }

  @Test("A long caption is truncated with an ellipsis and keeps its margins")
  func ellipsis() throws {
    let name = "a caption that is much too long for one line of so small a picture.jpg"
    let style = ImageView(size: size).captionStyle
    #expect(TextLayout(name, style: style, width: 172).isTruncated)
    let painted = try painted {
      $0.caption = name
      $0.placeholderColor = .black
    }
    let text = CaptionArea(of: painted)
    #expect(text.columns.lowerBound >= 13)
    #expect(text.columns.upperBound <= 187)
    #expect(text.columns.count > 140)
    #expect(text.rows.count < 20)
  }

  @Test("An Arabic or Hebrew caption begins at the right", arguments: ["صورة", "שלום"])
  func rightToLeft(caption: String) throws {
    let painted = try painted {
      $0.caption = caption
      $0.captionStyle.alignment = .start
      $0.placeholderColor = .black
    }
    let text = CaptionArea(of: painted)
    #expect(text.columns.lowerBound > 100)
    #expect(text.columns.upperBound > 180)
  }

  @Test("The caption of a fitted image is over the image, not over the area beside it")
  func captionOfFitted() throws {
    let painted = try painted {
      $0.image = try picture(.white, width: 100, height: 120)
      $0.contentMode = .fit
      $0.caption = "x"
    }
    #expect(painted.count(x: 0..<50) { $0 != .clear } == 0)
    #expect(painted[60, 119].alpha == 255)
    #expect(painted[60, 119].red < 118)
  }

  @Test("The placeholder is a gradient of its color")
  func placeholder() throws {
    let color = Color(hex: 0x6080A0)
    let painted = try painted { $0.placeholderColor = color }
    #expect(painted.image.isOpaque)
    #expect(painted[0, 0].red > 0x60)
    #expect(painted[199, 119].red < 0x60)
    #expect(painted[10, 60].blue > painted[10, 60].red)
    let distinct = Set((0..<120).map { painted[2, $0] })
    #expect(distinct.count > 10)
  }

  @Test("An error tile shows an icon and the message, and covers an image that is set later", .proves("C08"))
  func errorTile() throws {
    let isIcon: (Pixel) -> Bool = { $0.red > 200 && $0.blue < 120 }
    let isText: (Pixel) -> Bool = { $0.red > 180 && $0.blue > 180 }
    let withText = try painted { $0.failure = "This file ends in the middle of the picture." }
    #expect(withText.count(where: isIcon) > 40)
    #expect(withText.count(y: 60..<120, where: isText) > 40)
    let withoutText = try painted { $0.failure = "" }
    #expect(withoutText.count(where: isIcon) > 40)
    #expect(withoutText.count(where: isText) == 0)
    let both = try painted {
      $0.failure = "This file ends in the middle of the picture."
      $0.image = try picture(.white)
    }
    #expect(both.bytes == withText.bytes)
  }

  @Test(
    "An error tile too small for its message shows only the icon",
    arguments: [Size(width: 70, height: 40), Size(width: 8, height: 8)])
  func smallErrorTile(size: Size) throws {
    let view = ImageView(size: size)
    view.failure = "This file ends in the middle of the picture."
    let painted = try ViewPainting.paint(view, scale: 1)
    #expect(painted.image.isOpaque)
    #expect(painted.count { $0.red > 180 && $0.blue > 180 } == 0)
  }

  @Test("An error tile too small for its sentence shows a few words")
  func briefErrorTile() throws {
    let isText: (Pixel) -> Bool = { $0.red > 180 && $0.blue > 180 }
    func textCount(_ failure: String, brief: String) throws -> Int {
      let view = ImageView(size: Size(width: 180, height: 130))
      (view.failure, view.briefFailure) = (failure, brief)
      return try ViewPainting.paint(view, scale: 1).count(where: isText)
    }
    let long = String(repeating: "The decoder is missing. Install it. ", count: 4)
    let words = try textCount("Not found", brief: "")
    #expect(words > 40)
    #expect(try textCount(long, brief: "") == 0)
    #expect(try textCount(long, brief: "Not found") == words)
    #expect(try textCount("Not found", brief: "Other words") == words)
  }

  @Test("Setting the same image again does not repaint the view")
  func sameImage() throws {
    let image = try picture(.red)
    let view = ImageView(size: size, image: image)
    var version = view.contentVersion
    view.image = image
    #expect(view.contentVersion == version)
    view.image = try picture(.red)
    #expect(view.contentVersion > version)
    view.image = nil
    version = view.contentVersion
    view.image = nil
    #expect(view.contentVersion == version)
  }

  @Test("A view with a translucent image is translucent")
  func translucent() throws {
    let painted = try painted { $0.image = try picture(.red.withAlpha(0.5)) }
    #expect(!painted.image.isOpaque)
    #expect(painted[50, 50].alpha == 128)
  }
}

/// The columns and rows in the lower half of a view that contain the white letters of a caption.
private struct CaptionArea {
  let columns: Range<Int>
  let rows: Range<Int>

  init(of painted: PaintedSurface) {
    var columns: [Int] = []
    var rows: [Int] = []
    for y in painted.image.height / 2..<painted.image.height {
      for x in 0..<painted.image.width where painted[x, y].red > 200 && painted[2, y].red < 160 {
        columns.append(x)
        rows.append(y)
      }
    }
    self.columns = (columns.min() ?? 0)..<(columns.max() ?? -1) + 1
    self.rows = (rows.min() ?? 0)..<(rows.max() ?? -1) + 1
  }
}

@MainActor
@Suite("Subviews of an ImageView")
struct CaptionTests {
  @Test("The caption, the placeholder and the error tile are subviews of an ImageView")
  func parts() throws {
    let view = ImageView(size: Size(width: 200, height: 120), caption: "A caption")
    #expect(view.subviews.filter { !$0.isHidden }.count == 2)
    view.image = try picture(.white)
    #expect(view.subviews.filter { !$0.isHidden }.count == 1)
    view.failure = "Broken."
    #expect(view.subviews.filter { !$0.isHidden }.count == 2)
    view.caption = nil
    view.failure = nil
    #expect(view.subviews.filter { !$0.isHidden }.isEmpty)
  }
}
