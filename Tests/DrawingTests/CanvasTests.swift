import Drawing
import Geometry
import Testing

@Suite("Canvas")
struct CanvasTests {
  @Test("A fill covers exactly the pixels of its rectangle")
  func fillsRect() throws {
    let surface = try ImageSurface(width: 8, height: 8)
    surface.draw { $0.fill(Rect(x: 2, y: 3, width: 4, height: 2), with: .white) }
    #expect(surface[2, 3] == .white)
    #expect(surface[5, 4] == .white)
    #expect(surface.inkCount() == 8)
  }

  @Test("Pixels are premultiplied BGRA")
  func premultiplies() throws {
    let surface = try ImageSurface(width: 1, height: 1)
    let color = Color(red: 1, green: 0.5, blue: 0, alpha: 0.5)
    surface.draw { $0.fill(with: color) }
    #expect(surface[0, 0] == Pixel(blue: 0, green: 64, red: 128, alpha: 128))
    #expect(color.premultipliedBGRA == SIMD4(0, 64, 128, 128))
  }

  @Test("The scale converts points to pixels", arguments: [1, 1.5, 2])
  func scales(scale: Double) throws {
    let surface = try ImageSurface(width: Int(8 * scale), height: Int(8 * scale))
    surface.draw(scale: scale) { canvas in
      #expect(canvas.size == Size(width: 8, height: 8))
      canvas.fill(Rect(x: 2, y: 2, width: 4, height: 4), with: .black)
    }
    #expect(surface.inkCount() == Int(4 * scale * 4 * scale))
  }

  @Test("A clip applies only inside its closure")
  func clips() throws {
    let surface = try ImageSurface(width: 8, height: 8)
    surface.draw { canvas in
      canvas.saved {
        canvas.clip(to: Rect(x: 0, y: 0, width: 4, height: 8))
        canvas.fill(with: .white)
      }
      canvas.fill(Rect(x: 6, y: 0, width: 2, height: 1), with: .black)
    }
    #expect(surface.inkCount(x: 0..<4, on: .white) == 0)
    #expect(surface.inkCount(x: 4..<8) == 2)
  }

  @Test("A clip with rounded corners leaves the corners clear, and its edge is antialiased")
  func roundsCorners() throws {
    let surface = try ImageSurface(width: 20, height: 20)
    surface.draw { canvas in
      canvas.clip(to: canvas.bounds, radius: 8)
      canvas.fill(with: .white)
    }
    for (x, y) in [(0, 0), (19, 0), (0, 19), (19, 19)] { #expect(surface[x, y] == .clear) }
    #expect(surface[10, 0] == .white)
    #expect(surface[0, 10] == .white)
    #expect((1...254).contains(surface[2, 2].alpha))
  }

  @Test("Translation, scaling and rotation apply to what is drawn afterwards")
  func transforms() throws {
    let surface = try ImageSurface(width: 10, height: 10)
    surface.draw { canvas in
      canvas.translate(x: 5, y: 5)
      canvas.rotate(by: .pi / 2)
      canvas.scale(x: 2, y: 2)
      canvas.fill(Rect(x: 0, y: 0, width: 2, height: 1), with: .black)  // x now points down and y points left
    }
    #expect(surface.inkCount(x: 3..<5, y: 5..<9) == 8)
    #expect(surface[4, 6].alpha == 255)
  }

  @Test(
    "If the scale in a closure is zero, NaN or infinite, only shapes in this closure are hidden",
    arguments: [0, .nan, .infinity])
  func survivesBadTransforms(factor: Double) throws {
    let surface = try ImageSurface(width: 2, height: 2)
    surface.draw { canvas in
      canvas.saved {
        canvas.scale(x: factor, y: 1)
        canvas.fill(Rect(x: 0, y: 0, width: 2, height: 2), with: .white)
      }
      canvas.fill(Rect(x: .nan, y: 0, width: 2, height: 2), with: .white)
      canvas.fill(
        canvas.bounds, with: Gradient(.radial(center: .zero, radius: .nan), colors: [.white, .white]))
      #expect(canvas.failure == nil)
      canvas.fill(Rect(x: 1, y: 0, width: 1, height: 1), with: .black)
    }
    #expect(surface.inkCount() == 1)
  }

  @Test("Gradients run from the first color to the last")
  func gradients() throws {
    let surface = try ImageSurface(width: 1, height: 100)
    surface.draw { $0.fill($0.bounds, with: .vertical(in: $0.bounds, colors: [.black, .white])) }
    #expect(surface[0, 0].red < 4)
    #expect(surface[0, 99].red > 251)
    #expect((126...130).contains(surface[0, 50].red))

    let dot = try ImageSurface(width: 21, height: 21)
    dot.draw {
      $0.fill(
        $0.bounds, with: Gradient(.radial(center: $0.bounds.center, radius: 10), colors: [.white, .black]))
    }
    #expect(dot[10, 10].red > 240)
    #expect(dot[0, 10].red < 16)
  }

  @Test("A border is inside its rectangle")
  func borders() throws {
    let surface = try ImageSurface(width: 10, height: 10)
    surface.draw { $0.strokeBorder(Rect(x: 1, y: 1, width: 8, height: 8), with: .black, width: 1) }
    #expect(surface.inkCount() == 28)
    #expect(surface[4, 1] == .black)
    #expect(surface[2, 2] == .clear)
  }

  @Test("Overlapping shapes are faded as one group")
  func fades() throws {
    let surface = try ImageSurface(width: 2, height: 1)
    surface.draw { canvas in
      canvas.faded(to: 0.5) {
        canvas.fill(canvas.bounds, with: .black)
        canvas.fill(Rect(x: 0, y: 0, width: 1, height: 1), with: .white)
      }
    }
    #expect(surface[0, 0] == Pixel(blue: 128, green: 128, red: 128, alpha: 128))
    #expect(surface[1, 0] == Pixel(blue: 0, green: 0, red: 0, alpha: 128))
  }

  @Test("A shadow is darkest under its shape and fades out within its radius")
  func shadows() throws {
    let surface = try ImageSurface(width: 60, height: 60)
    surface.draw {
      $0.drawShadow(of: .rect(Rect(x: 20, y: 20, width: 20, height: 20)), color: .black, radius: 10)
    }
    let profile = (0...30).map { surface[$0, 30].alpha }
    #expect(profile == profile.sorted())
    #expect(profile[30] > 200)
    #expect((100...155).contains(profile[20]))
    #expect(profile[8] == 0)
  }

  @Test("Snapping moves sides to pixel boundaries at any scale", arguments: [1, 1.25, 1.5, 2])
  func snaps(scale: Double) throws {
    let surface = try ImageSurface(width: 30, height: 30)
    surface.draw(scale: scale) { canvas in
      canvas.fill(canvas.snapped(Rect(x: 1.3, y: 1.7, width: 5.1, height: 6.4)), with: .black)
    }
    let isSharp = surface.withPixels { pixels in
      stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 0 || pixels[$0] == 255 }
    }
    #expect(isSharp)
    #expect(surface.inkCount() > 0)
  }

  @Test("A canvas that outlives its draw call draws nothing")
  func outlives() throws {
    let surface = try ImageSurface(width: 2, height: 2)
    let kept = surface.draw { $0 }
    kept.fill(with: .white)
    #expect(surface.inkCount() == 0)
  }
}
