import Geometry
import Testing
import Windowing

struct WindowSizingTests {
  private let wanted = Size(width: 640, height: 400)

  @Test("If the compositor sends a width or height of 0, the client chooses it")
  func zero() {
    var sizing = WindowSizing(wanted: wanted)
    sizing.configure(width: 0, height: 0, isFixed: false, isFirst: true)
    #expect(sizing.size == wanted)
    sizing.configure(width: 300, height: 0, isFixed: false, isFirst: false)
    #expect(sizing.size == Size(width: 300, height: 400))
  }

  @Test("When full screen ends, the window has its floating size again")
  func fullscreen() {
    var sizing = WindowSizing(wanted: wanted)
    sizing.configure(width: 500, height: 300, isFixed: false, isFirst: true)
    sizing.configure(width: 1920, height: 1080, isFixed: true, isFirst: false)
    #expect(sizing.size == Size(width: 1920, height: 1080))
    sizing.configure(width: 0, height: 0, isFixed: false, isFirst: false)
    #expect(sizing.size == Size(width: 500, height: 300))
  }

  @Test("The first size is not larger than the bounds")
  func bounds() {
    var sizing = WindowSizing(wanted: wanted)
    sizing.setBounds(width: 500, height: 1000)
    sizing.configure(width: 0, height: 0, isFixed: false, isFirst: true)
    #expect(sizing.size == Size(width: 500, height: 400))
  }

  @Test("Requested sizes are rounded and clamped to 1...16384 points")
  func nonsense() {
    #expect(WindowSizing(wanted: Size(width: 10.4, height: -3)).size == Size(width: 10, height: 1))
    #expect(WindowSizing(wanted: Size(width: .nan, height: 1e9)).size == Size(width: 1, height: 16_384))
  }

  @Test("Unknown window states are ignored")
  func states() {
    let bytes: [UInt8] = [4, 0, 0, 0, 2, 0, 0, 0, 0xFF, 0, 0, 0, 1]
    #expect(WindowState(wire: bytes) == [.activated, .fullscreen])
  }

  @Test("A configured size is clamped to 16384 points")
  func absurd() {
    var sizing = WindowSizing(wanted: wanted)
    sizing.configure(width: .max, height: .max, isFixed: true, isFirst: false)
    #expect(sizing.size == Size(width: 16_384, height: 16_384))
  }
}
