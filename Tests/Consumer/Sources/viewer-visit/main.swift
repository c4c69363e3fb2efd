// Uses the program `viewer` on a headless compositor: opens a photo, zooms, moves it to the trash, undoes this, and closes it.
//
// usage: viewer-visit FOLDER. Writes pictures to FOLDER.
import CarouselUI
import Foundation
import HeadlessCompositor

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: viewer-visit FOLDER\n".utf8))
  exit(64)
}
let folder = URL(fileURLWithPath: CommandLine.arguments[1])
let photos = folder.appending(path: "photos")
// Those of an earlier run.
for name in ["0.png", "1.png", "2.png"] {
  try? FileManager.default.removeItem(at: photos.appending(path: name))
}
try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
let colors: [Color] = [Color(hex: 0xd02020), Color(hex: 0x20a030), Color(hex: 0x2f6fde)]
for (index, color) in colors.enumerated() {
  try Image.drawn(width: 300, height: 200) { $0.fill(with: color) }.writePNG(
    to: photos.appending(path: "\(index).png").path)
}

let compositor = try Compositor(Compositor.Configuration(width: 800, height: 480))
let client = Process()
client.executableURL = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "viewer")
client.arguments = [photos.path]
client.environment = ProcessInfo.processInfo.environment.merging(
  ["WAYLAND_DISPLAY": try compositor.listen(), "XDG_DATA_HOME": folder.appending(path: "data").path]) { $1 }
try client.run()

/// Waits until a condition holds, and writes a picture.
@MainActor func expect(_ step: String, _ holds: () -> Bool) throws {
  let isGood = compositor.serve(seconds: 60, until: holds)
  try compositor.capture().writePNG(to: folder.appending(path: "\(step).png").path)
  guard isGood else {
    client.terminate()
    FileHandle.standardError.write(Data("viewer-visit: \(step): not as expected; see \(folder.path)\n".utf8))
    exit(1)
  }
}

/// The number of pixels with the color of a photo.
@MainActor func count(_ index: Int) -> Int {
  let wanted = [0xffd0_2020, 0xff20_a030, 0xff2f_6fde][index]
  return compositor.capture().pixels.count { $0 == wanted }
}

func exists(_ name: String) -> Bool {
  FileManager.default.fileExists(atPath: photos.appending(path: name).path)
}

@MainActor func press(_ x: Double, _ y: Double) {
  compositor.seat.pointer.move(to: (x, y))
  compositor.seat.pointer.press()
  _ = compositor.serve(seconds: 0.05) { false }
  compositor.seat.pointer.release()
}

@MainActor func key(_ key: HeadlessCompositor.Key) {
  compositor.seat.keyboard.press(key)
  _ = compositor.serve(seconds: 0.05) { false }
  compositor.seat.keyboard.release(key)
}

try expect("grid") { (0..<3).allSatisfy { count($0) > 5_000 } }
press(80, 130)  // the first photo
try expect("open") { count(0) > 200_000 && count(1) == 0 }
// The button "+". The photo then covers the whole width.
press(8 + 2 * 40 + 17, 25)
try expect("larger") { count(0) > 330_000 }
key(.delete)
try expect("trash") { !exists("0.png") && count(1) > 100_000 }
compositor.seat.keyboard.press(.control)
compositor.seat.keyboard.type("z")
compositor.seat.keyboard.release(.control)
try expect("undo") { exists("0.png") && count(0) > 100_000 }
key(.escape)
try expect("closed") { (0..<3).allSatisfy { count($0) > 5_000 } }
client.terminate()
print("viewer-visit: the viewer opens, zooms, moves to the trash, restores and closes")
