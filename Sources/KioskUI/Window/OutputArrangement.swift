internal import CarouselUI
internal import Kiosk

/// The screens that show the content of one window: all the same, or one picture across all of them.
///
/// The main window stays open also while no screen is connected. If its screen is disconnected, it moves to another one.
@MainActor
final class OutputArrangement {
  private let ui: CarouselWindow
  private let arrangement: OutputSettings.Arrangement
  private let usesLayer: Bool
  private let prepare: (Window) -> Void
  /// The screen of the main window.
  private var main: Output?
  private var mirrors: [(output: Output, mirror: MirrorWindow)] = []

  /// - Parameters:
  ///   - ui: The main window.
  ///   - prepare: Called with each further window, before it opens.
  init(
    of ui: CarouselWindow, _ arrangement: OutputSettings.Arrangement, usesLayer: Bool,
    prepare: @escaping (Window) -> Void
  ) {
    (self.ui, self.arrangement, self.usesLayer, self.prepare) = (ui, arrangement, usesLayer, prepare)
    ui.sharing.isEnabled = arrangement != .one
  }

  /// The names of the screens that show the content.
  var names: [String] {
    let shown = mirrors.filter { !$0.mirror.window.outputs.isEmpty }.map(\.output.name)
    // cage does not report the screen of a window.
    let isReported = !ui.window.outputs.isEmpty || ui.window.frameCount == 0 || ui.system.outputs.count != 1
    let entered = isReported ? ui.window.outputs : ui.system.outputs
    let own = (main.map { [$0] } ?? entered).map(\.name)
    return own + shown.filter { !own.contains($0) }
  }

  /// Opens windows on new screens, and closes those of screens that are gone.
  func update() {
    guard arrangement != .one, !ui.window.isClosed else { return }
    let outputs = ui.system.outputs
    guard !outputs.isEmpty else { return closeMirrors { _ in true } }
    // After a reconnection, the screens are other objects with the same names.
    let same = { (a: Output, b: Output) in a === b || !a.name.isEmpty && a.name == b.name }
    let next = main.flatMap { main in outputs.first { same($0, main) } } ?? outputs[0]
    if next !== main {
      main = next
      ui.window.move(to: next)
    }
    closeMirrors { output in same(output, next) || !outputs.contains { $0 === output } }
    for output in outputs where output !== next && !mirrors.contains(where: { $0.output === output }) {
      open(on: output)
    }
    place(next, among: outputs)
  }

  private func open(on output: Output) {
    let window: Window
    if usesLayer {
      window = Window(in: ui.system, layer: .kiosk(), on: output, namespace: "carousel-kiosk")
    } else {
      window = Window(
        in: ui.system, size: output.logicalSize, title: "Kiosk", appID: "carousel-kiosk")
      window.move(to: output)
    }
    prepare(window)
    let mirror = MirrorWindow(of: ui, on: window)
    mirror.onClose = { [weak self, weak mirror] in self?.mirrors.removeAll { $0.mirror === mirror } }
    mirrors.append((output, mirror))
  }

  private func closeMirrors(where isGone: (Output) -> Bool) {
    for (output, mirror) in mirrors where isGone(output) { mirror.window.close() }
  }

  /// Divides the content among the screens by their places on the desktop.
  private func place(_ main: Output, among outputs: [Output]) {
    guard arrangement == .span else { return }
    let frames = outputs.map { Rect(origin: $0.position, size: $0.logicalSize) }.filter { !$0.size.isEmpty }
    guard let first = frames.first else { return }
    let left = frames.map(\.minX).min() ?? first.minX
    let top = frames.map(\.minY).min() ?? first.minY
    let size = Size(
      width: (frames.map(\.maxX).max() ?? first.maxX) - left,
      height: (frames.map(\.maxY).max() ?? first.maxY) - top)
    // A screen far away from the others would make a content that no memory holds.
    guard size.width * size.height <= 4 * frames.reduce(0, { $0 + $1.size.width * $1.size.height }) else {
      ui.extent = nil
      for (_, mirror) in mirrors { mirror.part = nil }
      return
    }
    let origin = { (output: Output) in Point(x: output.position.x - left, y: output.position.y - top) }
    ui.extent = outputs.count > 1 ? WindowExtent(size: size, origin: origin(main)) : nil
    for (output, mirror) in mirrors {
      let size = output.logicalSize
      mirror.part = size.isEmpty ? nil : Rect(origin: origin(output), size: size)
    }
  }
}
