// Shows each example of the cookbook and of README.md in a window on a headless compositor, in four themes. Writes its
// pictures, and checks that its text is legible.
// usage: cookbook FOLDER
import CarouselUI
import Foundation
import HeadlessCompositor

/// The size of the window, in points.
let size = Size(width: 480, height: 300)
let looks: [(name: String, fill: @MainActor (CarouselWindow) -> Void)] = [
  ("cover-flow", { $0.contentView = coverFlow() }), ("hero", { $0.contentView = hero() }),
  ("stories", { $0.contentView = stories() }), ("shelf", { $0.contentView = shelf() }),
  ("ring-menu", { $0.contentView = ringMenu() }), ("wall", { $0.contentView = wall() }),
  ("cards", { $0.contentView = cards() }), ("tilted-settings", { $0.contentView = tiltedSettings() }),
  ("timeline", { $0.contentView = timeline() }), ("albums", { $0.contentView = albums() }),
  ("ticker", { $0.contentView = ticker() }), ("onboarding", { $0.contentView = onboarding() }),
  ("basket", { $0.contentView = basket() }),
  ("readme", ReadmeProgram.fill), ("toolbar", ToolbarProgram.fill),
]
let themes: [(name: String, theme: Theme)] = [
  ("", .light), ("-dark", .dark), ("-high-contrast", .highContrastLight),
  ("-high-contrast-dark", .highContrastDark),
]
let folder = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "."
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
var problems: [String] = []

/// Shows `look` in a window, and writes its picture.
@MainActor func show(
  _ look: (name: String, fill: @MainActor (CarouselWindow) -> Void), theme: (name: String, theme: Theme),
  scale: Int, check: (CarouselWindow, Capture) -> Void
) throws {
  let (width, height) = (Int(size.width) * scale, Int(size.height) * scale)
  var configuration = Compositor.Configuration(width: width, height: height, scale: Double(scale))
  configuration.windowSize = .output
  let compositor = try Compositor(configuration)
  let scheduler = ManualScheduler(runsBackgroundWork: true)
  let system = try WindowSystem(
    descriptor: compositor.connect(), clock: { scheduler.now }, scheduler: scheduler)
  let window = try CarouselWindow(title: look.name, size: size, in: system)
  window.theme = theme.theme
  look.fill(window)
  compositor.dispatchClients = {
    scheduler.advance(to: Double(compositor.now) / 1e9)
    system.dispatch()
  }
  // The ticker never settles, so the number of frames is limited.
  compositor.run(limit: 90) { window.isSettled && window.window.isAtRest }
  let capture = compositor.capture()
  precondition(compositor.protocolErrors.isEmpty, look.name)
  check(window, capture)
  let scaleName = scale == 1 ? "" : "@\(scale)x"
  try capture.writePNG(to: "\(folder)/cookbook-\(look.name)\(theme.name)\(scaleName).png")
}

for look in looks {
  try show(look, theme: themes[0], scale: 1) { _, capture in
    let colors = Set(capture.pixels).count
    precondition(colors > 50, "\(look.name) shows \(colors) colors")
  }
  for theme in themes {
    // At scale 3, the strokes of letters have whole pixels in the color of the text.
    try show(look, theme: theme, scale: 3) { window, capture in
      let texts = Legibility.texts(in: window.contentView)
      precondition(texts.isEmpty == Legibility.looksWithoutText.contains(look.name), look.name)
      for text in texts {
        guard let contrast = Legibility.contrast(of: text, in: capture, scale: 3), contrast < 4.5 else {
          continue
        }
        problems.append("\(look.name)\(theme.name): “\(text.name)” has a contrast of \(contrast)")
      }
    }
  }
}
for problem in problems { print(problem) }
precondition(problems.isEmpty, "text is not legible")
print("\(looks.count) looks in \(themes.count) themes in \(folder)")
