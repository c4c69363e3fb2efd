// Starts a program on a headless compositor and checks that its first card is in the middle of the window.
//
// usage: look [--press X,Y] PROGRAM PICTURE.png MIDDLE [RIGHT]
//        look --anywhere PROGRAM PICTURE.png COLOR…
//        look --screens COUNT PROGRAM PICTURE.png COLOR…
// MIDDLE and RIGHT are the colors of the first card and of the second one, as RRGGBB. With --press, a point of
// the window is pressed first. With --anywhere, the cards may be at any place. With --screens, each of several screens must
// show them, and the screens must show the same picture while the cards move.
import Foundation
import HeadlessCompositor

var arguments = CommandLine.arguments
var place: (x: Double, y: Double)?
if arguments.count > 2, arguments[1] == "--press" {
  let numbers = arguments[2].split(separator: ",").compactMap { Double($0) }
  if numbers.count == 2 { place = (numbers[0], numbers[1]) }
  arguments.removeSubrange(1...2)
}
var screens = 0
if arguments.count > 1, arguments[1] == "--anywhere" {
  screens = 1
  arguments.remove(at: 1)
} else if arguments.count > 2, arguments[1] == "--screens" {
  screens = Int(arguments[2]) ?? 0
  arguments.removeSubrange(1...2)
}
let colors = arguments.dropFirst(3).compactMap { UInt32($0, radix: 16) }.map { 0xff00_0000 | $0 }
guard let middleColor = colors.first, colors.count == arguments.count - 3 else {
  FileHandle.standardError.write(Data("usage: look PROGRAM PICTURE.png MIDDLE [RIGHT]\n".utf8))
  exit(64)
}
let compositor = try Compositor(Compositor.Configuration(width: 800, height: 480))
for number in 1..<max(screens, 1) { compositor.addOutput(width: 800, height: 480, name: "SCREEN-\(number)") }
let client = Process()
client.executableURL = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: arguments[1])
client.environment = ProcessInfo.processInfo.environment.merging(
  ["WAYLAND_DISPLAY": try compositor.listen()]) { $1 }
try client.run()

/// The last picture that all screens have shown, and the number of such pictures.
var (common, commonCount) = ([UInt32](), 0)

/// Whether each screen shows the colors; if there are several screens, whether they have shown three equal pictures of a
/// motion.
@MainActor func allScreensShowCards() -> Bool {
  let pictures = compositor.outputs.map { compositor.capture($0).pixels }
  let showColors = pictures.allSatisfy { pixels in
    colors.allSatisfy { color in pixels.count { $0 == color } > 5_000 }
  }
  guard showColors, let first = pictures.first, pictures.allSatisfy({ $0 == first }) else { return false }
  if first != common { (common, commonCount) = (first, commonCount + 1) }
  return commonCount >= (pictures.count > 1 ? 3 : 1)
}

/// Whether the first card is in the middle, and the second one at the right if its color is given; with --anywhere or
/// --screens, whether all screens show the cards.
@MainActor func showsCards() -> Bool {
  if screens > 0 { return allScreensShowCards() }
  let picture = compositor.capture()
  let middle = picture.pixels.indices.count {
    picture.pixels[$0] == middleColor && (240..<560).contains($0 % 800)
  }
  guard colors.count > 1 else { return middle > 20_000 }
  let right = picture.pixels.indices.count { picture.pixels[$0] == colors[1] && $0 % 800 > 400 }
  return middle > 20_000 && right > 5_000
}

if let place {
  let pointer = compositor.seat.pointer
  _ = compositor.serve(seconds: 30) { Set(compositor.capture().pixels).count > 20 }
  pointer.move(to: place)
  pointer.press()
  _ = compositor.serve(seconds: 0.1) { false }
  pointer.release()
}
// On a machine under load, equal pictures of several screens are rare: the screens are drawn one after the other.
let isGood = compositor.serve(seconds: 120, until: showsCards)
try compositor.capture().writePNG(to: arguments[2])
client.terminate()
print("\(arguments[1]): \(isGood ? "the cards are shown" : "the cards are not shown; see \(arguments[2])")")
exit(isGood && compositor.protocolErrors.isEmpty ? 0 : 1)
