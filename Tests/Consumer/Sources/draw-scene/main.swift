// The renderer alone: a texture in perspective on a background, then the part that the next frame changes.
import Geometry
import Raster

let red = [UInt32](repeating: 0xffd0_2020, count: 64 * 64)
let texture = Texture(red, width: 64, height: 64)
let size = Size(width: 64, height: 64)
var scene = Scene(width: 320, height: 180, background: [0, 0, 0, 255])
var tilted = Transform3D.identity
tilted.m34 = -1 / 500
let place = Homography(
  placing: tilted.rotated(by: 0.5, y: 1), size: size,
  center: Point(x: 160, y: 90))
scene.layers = [SceneLayer(texture: texture, homography: place)]

let renderer = Renderer()
var history = DamageHistory()
var pixels = [UInt32](repeating: 0, count: 320 * 180)
pixels.withUnsafeMutableBytes { bytes in
  guard let pointer = bytes.baseAddress else { return }
  let buffer = PixelBuffer(
    pointer: pointer, width: 320, height: 180, stride: 320 * 4)
  var step = history.advance(to: scene, age: 0)
  renderer.render(scene, into: buffer, region: step.outdated)
  scene.layers[0].alpha = 0.5
  step = history.advance(to: scene, age: 1)
  renderer.render(scene, into: buffer, region: step.outdated)
  precondition(step.changed.pixelCount < 320 * 180)
}
precondition(pixels[90 * 320 + 160] == 0xff68_1010 && pixels[0] == 0xff00_0000)

let green = [UInt32](repeating: 0xff20_d020, count: 8 * 8)
let updated = Texture(
  updating: texture, in: PixelRect(x: 4, y: 4, width: 8, height: 8),
  copying: green, stride: 8 * 4)

scene.layers[0].texture = updated
let update = history.advance(to: scene, age: 1)
precondition(!update.changed.isEmpty && update.changed.pixelCount < 30 * 30)
