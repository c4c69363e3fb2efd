// Starts `cards` on a headless compositor and looks whether they show.   usage: look PICTURE.png
import Foundation
import HeadlessCompositor

let compositor = try Compositor(Compositor.Configuration(width: 800, height: 480))
let client = Process()
client.executableURL = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "cards")
client.environment = ProcessInfo.processInfo.environment.merging(
  ["WAYLAND_DISPLAY": try compositor.listen()]) { $1 }
try client.run()

/// Whether the first card is in the middle and the second one beside it.
@MainActor func showsCards() -> Bool {
  let picture = compositor.capture()
  let middle = picture.pixels.indices.count {
    picture.pixels[$0] == 0xffd0_2020 && (240..<560).contains($0 % 800)
  }
  let right = picture.pixels.indices.count { picture.pixels[$0] == 0xff20_a030 && $0 % 800 > 400 }
  return middle > 20_000 && right > 5_000
}

let isGood = compositor.serve(seconds: 30, until: showsCards)
try compositor.capture().writePNG(to: CommandLine.arguments[1])
client.terminate()
print(isGood ? "the cards show" : "the cards do not show; see \(CommandLine.arguments[1])")
exit(isGood && compositor.protocolErrors.isEmpty ? 0 : 1)
