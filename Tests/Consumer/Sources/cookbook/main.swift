// Shows each example of the cookbook in a window on a headless compositor and writes its picture.
// usage: cookbook FOLDER
import CarouselUI
import Foundation
import HeadlessCompositor

let looks: [(name: String, make: @MainActor () -> View)] = [
  ("cover-flow", coverFlow), ("hero", hero), ("stories", stories), ("shelf", shelf), ("ring-menu", ringMenu),
  ("wall", wall), ("cards", cards), ("tilted-settings", tiltedSettings), ("timeline", timeline),
  ("albums", albums), ("ticker", ticker), ("onboarding", onboarding),
]
let folder = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "."
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)

for look in looks {
  var configuration = Compositor.Configuration(width: 480, height: 300)
  configuration.windowSize = .output
  let compositor = try Compositor(configuration)
  let scheduler = ManualScheduler(runsBackgroundWork: true)
  let system = try WindowSystem(
    descriptor: compositor.connect(), clock: { scheduler.now }, scheduler: scheduler)
  let size = Size(width: 480, height: 300)
  let window = try CarouselWindow(title: look.name, size: size, in: system)
  window.backgroundColor = Color(hex: 0xF1F3F5)
  window.contentView = look.make()
  compositor.dispatchClients = {
    scheduler.advance(to: Double(compositor.now) / 1e9)
    system.dispatch()
  }
  // The ticker never settles, so the number of frames is limited.
  compositor.run(limit: 90) { window.isSettled && window.window.isAtRest }
  try compositor.capture().writePNG(to: "\(folder)/cookbook-\(look.name).png")
  let colors = Set(compositor.capture().pixels).count
  precondition(colors > 50, "\(look.name) shows \(colors) colors")
  precondition(compositor.protocolErrors.isEmpty, look.name)
}
print("\(looks.count) looks in \(folder)")
