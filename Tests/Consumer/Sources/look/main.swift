// Runs `cards` on a headless compositor and checks that the cards are visible.   usage: look IMAGE.png
import Foundation
import HeadlessCompositor

let compositor = try Compositor(Compositor.Configuration(width: 800, height: 480))
let client = Process()
client.executableURL = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "cards")
client.environment = ProcessInfo.processInfo.environment.merging(
  ["WAYLAND_DISPLAY": try compositor.listen()]) { $1 }
try client.run()

/// Returns whether the first card is in the middle and the second one to the right of it.
@MainActor func showsCards() -> Bool {
  let picture = compositor.capture()
  let middle = picture.pixels.indices.count {
    picture.pixels[$0] == 0xffd0_2020 && (240..<560).contains($0 % 800)
  }
  let right = picture.pixels.indices.count { picture.pixels[$0] == 0xff20_a030 && $0 % 800 > 400 }
  return middle > 20_000 && right > 5_000
}

let areVisible = compositor.serve(seconds: 30, until: showsCards)
try compositor.capture().writePNG(to: CommandLine.arguments[1])
client.terminate()
print(areVisible ? "the cards are visible" : "the cards are not visible; see \(CommandLine.arguments[1])")
exit(areVisible && compositor.protocolErrors.isEmpty ? 0 : 1)
