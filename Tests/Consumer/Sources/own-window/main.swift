// A window without a carousel: the application draws each frame itself.
import CarouselUI

final class Content: WindowDelegate {
  func window(
    _ window: Window, draw buffer: inout DrawableBuffer, for frame: FrameInfo
  ) -> Damage {
    buffer.withPixels { pixels in
      // White: in premultiplied BGRA all four bytes of the pixel are 255.
      _ = pixels.initializeMemory(as: UInt8.self, repeating: 0xff)
    }
    return .everything
  }

  func windowShouldClose(_ window: Window) { window.close() }
}

let content = Content()
let application = try Application.shared
let size = Size(width: 320, height: 180)
let window = Window(in: application.system, size: size, title: "White", appID: "white")
window.delegate = content
application.run()
