/// A client's list of the outputs, as wlr-randr uses it.
///
/// Wayland: `zwlr_output_manager_v1`.
@MainActor final class OutputManager {
  private let resource: Resource<ZwlrOutputManagerV1Resource>
  private weak var compositor: Compositor?
  private var heads: [OutputHead] = []
  /// The serial of the state that was sent last.
  private var serial: UInt32 = 0

  init(_ resource: Resource<ZwlrOutputManagerV1Resource>, compositor: Compositor) {
    self.resource = resource
    self.compositor = compositor
    resource.model = self
    resource.onRequest = { [unowned self, unowned resource] request in
      switch request {
      case .createConfiguration(let id, let serial):
        guard let compositor = self.compositor,
          let object = resource.create(ZwlrOutputConfigurationV1Resource.self, id: id)
        else { return }
        _ = OutputConfiguration(object, isCurrent: { [weak self] in self?.serial == serial }, compositor)
      case .stop:
        // Without a manager, nothing would end the heads later.
        for head in heads { head.finish() }
        heads = []
        resource.wire?.sendFinished()
        resource.destroy()
      }
    }
    resource.onDestroy = { [unowned self] in self.compositor?.outputManagers.remove(self) }
    compositor.outputManagers.append(self)
    update(compositor.outputs)
  }

  /// Sends new outputs, the properties of outputs, and the end of outputs.
  func update(_ outputs: [Output]) {
    guard let compositor, let wire = resource.wire else { return }
    for head in heads where !outputs.contains(where: { $0 === head.output }) { head.finish() }
    heads.removeAll { head in !outputs.contains { $0 === head.output } }
    for output in outputs where !heads.contains(where: { $0.output === output }) {
      guard let object = resource.create(ZwlrOutputHeadV1Resource.self, id: 0), let head = object.wire else {
        break
      }
      wire.sendHead(head: head)
      heads.append(OutputHead(object, of: output))
    }
    for head in heads { head.update() }
    serial = compositor.nextSerial()
    wire.sendDone(serial: serial)
  }
}

/// A client's object for an output.
///
/// Wayland: `zwlr_output_head_v1`.
@MainActor private final class OutputHead {
  private let resource: Resource<ZwlrOutputHeadV1Resource>
  private(set) weak var output: Output?
  private var mode: Resource<ZwlrOutputModeV1Resource>?
  private var sentMode: (width: Int, height: Int, refresh: Int32)?

  init(_ resource: Resource<ZwlrOutputHeadV1Resource>, of output: Output) {
    self.resource = resource
    self.output = output
    resource.model = self
    guard let wire = resource.wire else { return }
    wire.sendName(name: output.name)
    wire.sendDescription(description: output.description)
    wire.sendMake(make: Output.make)
    wire.sendModel(model: Output.model)
  }

  func finish() {
    mode?.wire?.sendFinished()
    resource.wire?.sendFinished()
  }

  /// Sends the properties. Each output has one mode, and a change of the mode replaces it.
  func update() {
    guard let output, let wire = resource.wire else { return }
    let values = (output.width, output.height, output.refresh)
    if sentMode.map({ $0 != values }) ?? true {
      sentMode = values
      mode?.wire?.sendFinished()
      wire.sendPhysicalSize(width: output.physicalSize.width, height: output.physicalSize.height)
      mode = resource.create(ZwlrOutputModeV1Resource.self, id: 0)
      if let mode = mode?.wire {
        wire.sendMode(mode: mode)
        mode.sendSize(width: Int32(clamping: values.0), height: Int32(clamping: values.1))
        mode.sendRefresh(refresh: values.2)
        mode.sendPreferred()
      }
      mode?.model = OutputMode(of: self, width: values.0, height: values.1, refresh: values.2)
      wire.sendEnabled(enabled: 1)
      if let mode = mode?.wire { wire.sendCurrentMode(mode: mode) }
    }
    wire.sendPosition(x: Int32(clamping: output.position.x), y: Int32(clamping: output.position.y))
    wire.sendTransform(transform: .init(rawValue: output.transform.rawValue))
    wire.sendScale(scale: output.scale)
  }
}

/// The size and the refresh rate of a mode.
@MainActor private final class OutputMode {
  private(set) weak var head: OutputHead?
  let width: Int
  let height: Int
  let refresh: Int32

  init(of head: OutputHead, width: Int, height: Int, refresh: Int32) {
    self.head = head
    (self.width, self.height, self.refresh) = (width, height, refresh)
  }
}

/// Changes of outputs that a client applies together.
///
/// Wayland: `zwlr_output_configuration_v1`.
@MainActor private final class OutputConfiguration {
  private typealias Code = ZwlrOutputConfigurationV1Resource.Error

  private let resource: Resource<ZwlrOutputConfigurationV1Resource>
  private let isCurrent: () -> Bool
  private weak var compositor: Compositor?
  private var changes: [OutputChanges] = []
  private var disabledHeads: [OutputHead] = []
  private var isUsed = false

  init(
    _ resource: Resource<ZwlrOutputConfigurationV1Resource>, isCurrent: @escaping () -> Bool,
    _ compositor: Compositor
  ) {
    self.resource = resource
    self.isCurrent = isCurrent
    self.compositor = compositor
    resource.model = self
    resource.onRequest = { [unowned self] in handle($0) }
  }

  private func handle(_ request: ZwlrOutputConfigurationV1Resource.Request) {
    switch request {
    case .enableHead(let id, let wire):
      guard isUnused, let object = resource.create(ZwlrOutputConfigurationHeadV1Resource.self, id: id) else {
        return
      }
      let head = wire.model(as: OutputHead.self)
      guard isFirst(head) else { return }
      changes.append(OutputChanges(object, of: head))
    case .disableHead(let wire):
      guard isUnused, let head = wire.model(as: OutputHead.self), isFirst(head) else { return }
      disabledHeads.append(head)
    case .apply: finish(applies: true)
    case .test: finish(applies: false)
    case .destroy: resource.destroy()
    }
  }

  private var isUnused: Bool {
    if isUsed { resource.postError(Code.alreadyUsed, "the configuration was applied or tested before") }
    return !isUsed
  }

  private func isFirst(_ head: OutputHead?) -> Bool {
    let isKnown = changes.contains { $0.head === head } || disabledHeads.contains { $0 === head }
    if head != nil, isKnown {
      resource.postError(Code.alreadyConfiguredHead, "the output is configured twice")
      return false
    }
    return true
  }

  private func finish(applies: Bool) {
    guard isUnused, let compositor else { return }
    isUsed = true
    guard isCurrent() else {
      resource.wire?.sendCancelled()
      return
    }
    let configured = changes.compactMap { $0.head?.output } + disabledHeads.compactMap(\.output)
    if let missing = compositor.outputs.first(where: { output in !configured.contains { $0 === output } }) {
      resource.postError(Code.unconfiguredHead, "the output \(missing.name) is neither enabled nor disabled")
      return
    }
    // An output of this compositor cannot be disabled: it can only be removed.
    guard disabledHeads.isEmpty, changes.allSatisfy(\.isPossible) else {
      resource.wire?.sendFailed()
      return
    }
    if applies { for change in changes { change.apply() } }
    resource.wire?.sendSucceeded()
  }
}

/// The changes of one output.
///
/// Wayland: `zwlr_output_configuration_head_v1`.
@MainActor private final class OutputChanges {
  private typealias Code = ZwlrOutputConfigurationHeadV1Resource.Error

  private let resource: Resource<ZwlrOutputConfigurationHeadV1Resource>
  private(set) weak var head: OutputHead?
  private var mode: (width: Int, height: Int, refresh: Int32)?
  private var position: (x: Int, y: Int)?
  private var transform: OutputTransform?
  private var scale: Double?

  init(_ resource: Resource<ZwlrOutputConfigurationHeadV1Resource>, of head: OutputHead?) {
    self.resource = resource
    self.head = head
    resource.model = self
    resource.onRequest = { [unowned self] in handle($0) }
  }

  private func handle(_ request: ZwlrOutputConfigurationHeadV1Resource.Request) {
    switch request {
    case .setMode(let wire):
      guard isUnset(mode == nil) else { return }
      guard let new = wire.model(as: OutputMode.self), head == nil || new.head === head else {
        resource.postError(Code.invalidMode, "the mode is not one of the output")
        return
      }
      mode = (new.width, new.height, new.refresh)
    case .setCustomMode(let width, let height, let refresh):
      guard isUnset(mode == nil) else { return }
      guard width > 0, height > 0, refresh >= 0 else {
        resource.postError(
          Code.invalidCustomMode, "the mode \(width) × \(height) at \(refresh) mHz is invalid")
        return
      }
      mode = (Int(width), Int(height), refresh)
    case .setPosition(let x, let y):
      guard isUnset(position == nil) else { return }
      position = (Int(x), Int(y))
    case .setTransform(let value):
      guard isUnset(transform == nil) else { return }
      transform = OutputTransform(rawValue: value.rawValue)
      if transform == nil {
        resource.postError(Code.invalidTransform, "\(value.rawValue) is not a wl_output.transform")
      }
    case .setScale(let value):
      guard isUnset(scale == nil) else { return }
      guard value > 0 else {
        resource.postError(Code.invalidScale, "the scale \(value) is not positive")
        return
      }
      scale = value
    }
  }

  private func isUnset(_ isUnset: Bool) -> Bool {
    if !isUnset { resource.postError(Code.alreadySet, "the property is set twice") }
    return isUnset
  }

  /// Whether the output supports the values.
  var isPossible: Bool {
    guard head?.output?.isRemoved == false else { return false }
    if let mode {
      // A refresh rate of 0 is the one that the output has now.
      let rate = Double(mode.refresh) / 1000
      guard Output.sides.contains(mode.width), Output.sides.contains(mode.height),
        mode.refresh == 0 || Output.refreshRates.contains(rate)
      else { return false }
    }
    return scale.map { Output.scales.contains($0) } ?? true
  }

  func apply() {
    guard let output = head?.output else { return }
    output.change {
      if let mode {
        output.setMode(
          width: mode.width, height: mode.height,
          refreshRate: mode.refresh > 0 ? Double(mode.refresh) / 1000 : nil)
      }
      if let position { output.position = position }
      if let transform { output.transform = transform }
      if let scale { output.scale = scale }
    }
  }
}

extension Compositor {
  func bindOutputManager(_ resource: Resource<ZwlrOutputManagerV1Resource>) {
    _ = OutputManager(resource, compositor: self)
  }

  /// Sends the outputs to the clients that list them.
  func outputsChanged() {
    for manager in Array(outputManagers) { manager.update(outputs) }
  }
}
