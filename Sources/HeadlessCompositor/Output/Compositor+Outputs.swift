// Adding and removing outputs, and assigning surfaces to outputs.
extension Compositor {
  /// The first output. While there is none: the output that was removed last.
  var mainOutput: Output { outputs.first ?? lastOutput }

  /// Adds an output, as when a monitor is connected.
  ///
  /// Toplevels whose last output was removed move to the new output.
  ///
  /// - Parameters:
  ///   - width: The width of the mode, in pixels, before `transform`.
  ///   - height: The height of the mode, in pixels, before `transform`.
  ///   - scale: Pixels per logical pixel.
  ///   - transform: The transform of the output.
  ///   - refreshRate: The number of frames per second.
  ///   - name: The name of the connector; nil uses the name "HEADLESS-n" with the next number n.
  ///   - position: The position of the top left corner, in logical pixels; nil places the output to the right of all
  ///     others.
  /// - Returns: The new output.
  ///
  /// Wayland: `wl_registry.global`.
  @discardableResult
  public func addOutput(
    width: Int, height: Int, scale: Double = 1, transform: OutputTransform = .normal,
    refreshRate: Double = 60,
    name: String? = nil, at position: (x: Int, y: Int)? = nil
  ) -> Output {
    var options = configuration
    options.width = width
    options.height = height
    options.scale = scale
    options.transform = transform
    options.refreshRate = refreshRate
    addedOutputCount += 1
    let output = Output(
      options, name: name ?? "HEADLESS-\(addedOutputCount)",
      position: position ?? (outputs.map { $0.position.x + $0.logicalSize.width }.max() ?? 0, 0))
    let homeless = outputs.isEmpty ? Array(toplevelList) : []
    for toplevel in homeless { toplevel.rememberOutput() }
    outputs.append(output)
    output.advertise(on: self)
    assignLayers(to: output)
    for toplevel in homeless { toplevel.move(to: output) }
    updateOutputMembership()
    outputsChanged()
    flush()
    return output
  }

  /// Removes an output, as when a monitor is disconnected. Its toplevels move to the first remaining output, and its
  /// layer surfaces are closed.
  ///
  /// Surfaces on no output get no frame callbacks. The call has no effect if the output was removed before.
  ///
  /// Wayland: `wl_registry.global_remove`, `wl_surface.leave`.
  public func removeOutput(_ output: Output) {
    guard !isClosed, !output.isRemoved, let index = outputs.firstIndex(where: { $0 === output }) else {
      return
    }
    let homeless = toplevelList.filter { $0.output === output }
    for toplevel in homeless { toplevel.rememberOutput() }
    outputs.remove(at: index)
    lastOutput = output
    closeLayers(on: output)
    if let next = outputs.first { for toplevel in homeless { toplevel.move(to: next) } }
    updateOutputMembership()
    output.withdraw()
    outputsChanged()
    flush()
  }

  /// Sends enter and leave events and the preferred scale and transform to all surfaces for which they have changed.
  func updateOutputMembership() {
    for surface in surfaceList { surface.updateOwnOutputs() }
  }

  /// Returns the outputs that a rectangle overlaps, sorted by the area of the overlap, largest first.
  func outputs(under rect: IntegerRect) -> [Output] {
    let parts = outputs.map { ($0, $0.overlap(with: rect)) }.filter { $0.1 > 0 }
    guard let largest = parts.map(\.1).max(), let main = parts.first(where: { $0.1 == largest }) else {
      return []
    }
    return [main.0] + parts.map(\.0).filter { $0 !== main.0 }
  }
}

extension Output {
  /// Returns the area of the part of the rectangle that is on the output, in logical pixels.
  fileprivate func overlap(with rect: IntegerRect) -> Int {
    let moved = IntegerRect(
      x: rect.x - position.x, y: rect.y - position.y, width: rect.width, height: rect.height)
    let size = logicalSize
    let part = moved.clipped(toWidth: size.width, height: size.height)
    return part.isEmpty ? 0 : part.width * part.height
  }
}
