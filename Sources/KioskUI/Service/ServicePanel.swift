internal import CarouselUI
internal import Dispatch
internal import Kiosk
internal import PhotoLibrary
internal import Threads

/// The panel for the service in front of the kiosk: the PIN pad, and then the service page.
@MainActor
final class ServicePanel {
  /// The actions of the service page.
  struct Actions {
    var reload: (@escaping @MainActor (String?) -> Void) -> Void
    var next: () -> Void
    var restart: () -> Void
    var leave: () -> Void
    /// The talking mode, and the language of the visitor; `nil` if the configuration has none.
    var speech: (mode: KioskSpeech, language: () -> KioskLanguage)?
    /// The lines that describe the state, the content and the last events.
    var state: () -> [String]
  }

  /// Called when the panel opens or closes.
  var onOpenChange: ((_ isOpen: Bool) -> Void)?

  private let settings: KioskSettings.Service
  private let wallClock: () -> Int
  private let worker = WorkerThreads(count: 1)
  private let file: StateFile?
  private var guardian: PINGuard
  private let actions: Actions
  private unowned let parent: View
  private let shade = View()
  /// Darkens the screen until the next request of the service.
  private let dimmer = View()
  private let pad = PINPad()
  private var panel: View?
  private var timer: (any ViewTimer)?
  private var isChecking = false

  /// - Parameters:
  ///   - folder: The state folder; `nil` for that of the user.
  ///   - parent: The view that fills the window.
  init(
    _ settings: KioskSettings.Service, stateFolder folder: String?, wallClock: @escaping () -> Int,
    in parent: View, _ actions: Actions
  ) {
    (self.settings, self.wallClock, self.parent, self.actions) = (settings, wallClock, parent, actions)
    file =
      folder.map { StateFile(path: Array("\($0)/pin.json".utf8)) }
      ?? StateFile.ofUser(program: "carousel-kiosk", name: "pin.json")
    guardian = PINGuard()
    if let bytes = try? file?.read() { guardian = PINGuard(fileContent: bytes) }
    shade.backgroundColor = Color(white: 0, alpha: 0.6)
    dimmer.backgroundColor = Color(white: 0, alpha: 0.7)
    dimmer.isUserInteractionEnabled = false
    pad.onEnter = { [weak self] in self?.check($0) }
    pad.onClose = { [weak self] in self?.close() }
  }

  /// What the panel shows.
  enum Phase: String {
    case closed, pad, page
  }

  var phase: Phase { panel.map { $0 === pad.view ? .pad : .page } ?? .closed }
  var isOpen: Bool { phase != .closed }

  /// Shows the PIN pad, unless the panel is open.
  func open() {
    guard panel == nil else { return }
    parent.addSubview(shade)
    show(pad.view)
    onOpenChange?(true)
    showWait()
  }

  func close() {
    timer?.cancel()
    timer = nil
    panel?.removeFromSuperview()
    shade.removeFromSuperview()
    panel = nil
    onOpenChange?(false)
  }

  private func show(_ view: View) {
    panel?.removeFromSuperview()
    panel = view
    parent.addSubview(view)
    layOut()
  }

  private var isDimmed: Bool { dimmer.superview != nil }

  /// Dims the screen, or lets it shine again. The panel stays bright.
  private func toggleDim() {
    if isDimmed {
      dimmer.removeFromSuperview()
    } else {
      parent.addSubview(dimmer)
      for view in [shade, panel].compactMap({ $0 }) { parent.bringSubviewToFront(view) }
    }
    layOut()
  }

  func layOut() {
    shade.frame = parent.bounds
    dimmer.frame = parent.bounds
    guard let panel else { return }
    let fitting = panel.sizeThatFits(parent.size)
    panel.frame = Rect(
      x: ((parent.size.width - fitting.width) / 2).rounded(),
      y: ((parent.size.height - fitting.height) / 2).rounded(), width: fitting.width, height: fitting.height)
  }

  // MARK: The PIN

  /// Lets a PIN be typed, or shows how long that must wait.
  private func showWait() {
    timer?.cancel()
    timer = nil
    let seconds = guardian.waiting(at: wallClock())
    pad.show(isChecking ? "…" : seconds > 0 ? "Wait \(seconds) s" : nil)
    layOut()
    if seconds > 0, isOpen {
      timer = parent.startTimer(after: 1) { [weak self] in self?.showWait() }
    }
  }

  private func check(_ pin: String) {
    guard !isChecking, guardian.waiting(at: wallClock()) == 0 else { return }
    guardian.beginTry(at: wallClock())
    isChecking = true
    showWait()
    let (file, content, hash) = (file, guardian.fileContent, settings.pin)
    worker.run {
      // Without a state folder, the tries are counted until the next start only.
      try? file?.write(content)
      let isRight = hash.matches(pin)
      if isRight { try? file?.write(PINGuard().fileContent) }
      DispatchQueue.main.async { [weak self] in self?.checked(isRight) }
    }
  }

  private func checked(_ isRight: Bool) {
    isChecking = false
    if isRight {
      guardian.succeed()
      if isOpen { showPage() }
    } else {
      showWait()
    }
  }

  // MARK: The service page

  private func showPage() {
    timer?.cancel()
    timer = nil
    let title = ThemedLabel("Service", role: .title)
    let lines = actions.state().map { ThemedLabel($0, isSecondary: true) }
    let message = ThemedLabel("")
    func button(_ name: String, style: Button.Style = .plain, _ action: @escaping () -> Void) -> Button {
      let button = Button(name, style: style, onClick: action)
      button.minimumSize = Size(width: 200, height: 56)
      return button
    }
    let speech = actions.speech.map { speech in
      button(speech.mode.isOn ? "End the talking mode" : "Begin the talking mode") { [weak self] in
        speech.mode.toggle(in: speech.language())
        self?.showPage()
      }
    }
    let buttons =
      [
        button("Back to the kiosk", style: .suggested) { [weak self] in self?.close() },
        button("Next item") { [weak self] in self?.actions.next() },
        button("Read the playlist") { [weak self, weak message] in
          self?.actions.reload { [weak self, weak message] problem in
            message?.text = problem ?? "The playlist was read."
            self?.layOut()
          }
        },
        button(isDimmed ? "Undim the screen" : "Dim the screen") { [weak self] in
          self?.toggleDim()
          self?.showPage()
        },
      ] + (speech.map { [$0] } ?? []) + [
        button("Restart") { [weak self] in self?.actions.restart() },
        button("Leave", style: .destructive) { [weak self] in self?.actions.leave() },
      ]
    let column = StackView(
      .vertical, spacing: 12, alignment: .fill, [title] + lines + [message] + buttons)
    show(ServiceCard(column))
  }
}

/// A card that is as large as its content, and scrolls if it is higher than the window.
final class ServiceCard: ContainerView {
  private let column: View
  private let card: CardView

  init(_ column: View) {
    self.column = column
    card = CardView(ScrollView(column), insets: EdgeInsets(28))
    super.init()
    addSubview(card)
  }

  override func sizeThatFits(_ size: Size) -> Size {
    let margin = card.insets.total
    let room = Size(width: max(size.width - margin.width, 0), height: max(size.height - margin.height, 0))
    let fitting = column.fittingSize(in: room)
    return Size(
      width: min(fitting.width, room.width) + margin.width,
      height: min(fitting.height, room.height) + margin.height)
  }

  override func layoutSubviews() { card.frame = bounds }
}
