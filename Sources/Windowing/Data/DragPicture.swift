public import Geometry
import Wayland

/// A picture that is shown under the pointer during a drag.
///
/// Wayland: `wl_data_device.start_drag` (`icon`).
@MainActor
public struct DragPicture {
  /// The size in points. Each side is rounded to a whole number in `1...1024`.
  public var size: Size
  /// The point of the picture that is placed at the pointer, in points from the picture's top left corner.
  public var hotspot: Point
  /// Draws the picture. It is called once, with transparent pixels.
  public var draw: @MainActor (inout DrawableBuffer) -> Void

  /// Creates a picture.
  public init(
    size: Size, hotspot: Point = .zero, draw: @escaping @MainActor (inout DrawableBuffer) -> Void
  ) {
    self.size = size
    self.hotspot = hotspot
    self.draw = draw
  }
}

/// The surface of a drag picture, with one buffer.
@MainActor
final class DragPictureSurface {
  let surface: WlSurface
  private let memory: SharedMemory
  private let buffer: WlBuffer
  private let hotspot: (x: Int32, y: Int32)
  private let scale: Int32

  /// Draws the picture. `show()` commits it.
  ///
  /// - Parameter allocate: Reserves memory, with the arguments and the result of `posix_fallocate`.
  /// - Throws: `.system` when its memory cannot be allocated.
  init(
    _ picture: DragPicture, scale: Double, _ globals: WindowGlobals,
    allocate: (Int32, Int, Int) -> Int32
  ) throws(ConnectionError) {
    let whole = { (side: Double) in side.isNaN ? 1 : Int(min(max(1, side.rounded()), 1024)) }
    let offset = { (side: Double) in side.isNaN ? 0 : Int32(min(max(-4096, side.rounded()), 4096)) }
    let factor = min(max(1, Int(min(scale, 8).rounded(.up))), 8)
    let (width, height) = (whole(picture.size.width) * factor, whole(picture.size.height) * factor)
    let memory = try SharedMemory(size: width * height * 4, shm: globals.shm)
    do throws(ConnectionError) {
      try memory.reserve(width * height * 4, with: allocate)
    } catch {
      memory.destroyPool()
      throw error
    }
    self.memory = memory
    buffer = memory.makeBuffer(width: width, height: height, stride: width * 4)
    surface = globals.compositor.createSurface()
    hotspot = (offset(picture.hotspot.x), offset(picture.hotspot.y))
    self.scale = Int32(factor)
    var drawable = DrawableBuffer(
      width: width, height: height, stride: width * 4, scale: Double(factor), age: 0, memory: memory, slot: 0)
    picture.draw(&drawable)
  }

  /// Commits the picture. Call it after the drag has begun with this surface as its picture.
  func show() {
    surface.setBufferScale(scale: scale)
    if surface.version >= 5 {
      surface.attach(buffer: buffer, x: 0, y: 0)
      surface.offset(x: -hotspot.x, y: -hotspot.y)
    } else {
      surface.attach(buffer: buffer, x: -hotspot.x, y: -hotspot.y)
    }
    surface.damageBuffer(x: 0, y: 0, width: .max, height: .max)
    surface.commit()
  }

  func close() {
    guard surface.isAlive else { return }
    surface.destroy()
    buffer.destroy()
    memory.destroyPool()
  }
}
