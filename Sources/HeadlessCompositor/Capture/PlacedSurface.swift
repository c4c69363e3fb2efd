/// A surface and the position of its top left corner on the output, in logical pixels.
struct PlacedSurface {
  let surface: Surface
  let x: Int
  let y: Int
}

extension Compositor {
  /// Returns all visible surfaces except the cursor, from bottom to top.
  func placedSurfaces() -> [PlacedSurface] {
    placementCount += 1
    var placed: [PlacedSurface] = []
    if let sessionLock {
      for lockSurface in sessionLock.surfaces where lockSurface.isShown {
        guard let surface = lockSurface.surface else { continue }
        surface.appendTree(x: lockSurface.position.x, y: lockSurface.position.y, to: &placed)
      }
      return placed
    }
    placeLayers([.background, .bottom], into: &placed)
    // Panels are drawn below a full-screen toplevel while it is the topmost toplevel.
    let isCovered = !layerList.isEmpty && topmost?.isFullscreen == true
    if isCovered { placeLayers([.top], into: &placed) }
    for toplevel in toplevelList where toplevel.isMapped && !toplevel.isMinimized {
      placed += placedSurfaces(of: toplevel, at: toplevel.position)
    }
    placeLayers(isCovered ? [.overlay] : [.top, .overlay], into: &placed)
    for seat in seats { placed += seat.textInput.placedPopups() }
    return placed
  }

  /// Returns the positions of the visible surfaces except the cursor, in logical pixels.
  package func surfacePositions() -> [ObjectIdentifier: (x: Int, y: Int)] {
    let placed = placedSurfaces().map { (ObjectIdentifier($0.surface), (x: $0.x, y: $0.y)) }
    return Dictionary(placed) { $1 }
  }

  private func placeLayers(_ layers: [LayerSurface.Layer], into placed: inout [PlacedSurface]) {
    guard !layerList.isEmpty else { return }
    for layer in layers {
      for layerSurface in shownSurfaces(on: layer) {
        placed += placedSurfaces(of: layerSurface, at: layerSurface.position)
      }
    }
  }

  /// Returns the surface of a toplevel, its subsurfaces and its popups, from bottom to top.
  ///
  /// - Parameter origin: The position of the window geometry's top left corner.
  func placedSurfaces(of toplevel: Toplevel, at origin: (x: Int, y: Int)) -> [PlacedSurface] {
    guard let surface = toplevel.surface, let xdgSurface = surface.role as? XdgSurface else { return [] }
    var placed: [PlacedSurface] = []
    place(xdgSurface, surface, windowAt: origin, into: &placed)
    return placed
  }

  /// Returns a layer surface, its subsurfaces and its popups, from bottom to top.
  ///
  /// - Parameter origin: The position of its top left corner.
  func placedSurfaces(of layer: LayerSurface, at origin: (x: Int, y: Int)) -> [PlacedSurface] {
    guard let surface = layer.surface else { return [] }
    var placed: [PlacedSurface] = []
    surface.appendTree(x: origin.x, y: origin.y, to: &placed)
    place(layer.childPopups, windowAt: origin, into: &placed)
    return placed
  }

  private func place(
    _ xdgSurface: XdgSurface, _ surface: Surface, windowAt origin: (x: Int, y: Int),
    into placed: inout [PlacedSurface]
  ) {
    surface.appendTree(x: origin.x - xdgSurface.geometry.x, y: origin.y - xdgSurface.geometry.y, to: &placed)
    place(xdgSurface.childPopups, windowAt: origin, into: &placed)
  }

  private func place(
    _ popups: ObjectList<Popup>, windowAt origin: (x: Int, y: Int), into placed: inout [PlacedSurface]
  ) {
    for popup in popups where popup.isShown {
      guard let child = popup.surface, let role = child.role as? XdgSurface else { continue }
      place(role, child, windowAt: (origin.x + popup.position.x, origin.y + popup.position.y), into: &placed)
    }
  }

  /// Returns the topmost surface whose input region contains a point, and the point in surface coordinates.
  func inputTarget(at point: (x: Double, y: Double)) -> (surface: Surface, x: Double, y: Double)? {
    for placed in placedSurfaces().reversed() {
      let x = point.x - Double(placed.x)
      let y = point.y - Double(placed.y)
      if placed.surface.takesInput(atX: x, y: y) { return (placed.surface, x, y) }
    }
    return nil
  }

  /// Returns the position of a surface's top left corner; nil if the surface is not visible.
  func origin(of surface: Surface) -> (x: Int, y: Int)? {
    placedSurfaces().last { $0.surface === surface }.map { ($0.x, $0.y) }
  }
}

extension Surface {
  func appendTree(x: Int, y: Int, to placed: inout [PlacedSurface]) {
    guard hasContent else { return }
    for child in stack.stackingOrder {
      if let child {
        child.surface?.appendTree(x: x + child.position.x, y: y + child.position.y, to: &placed)
      } else {
        placed.append(PlacedSurface(surface: self, x: x, y: y))
      }
    }
  }

  fileprivate func takesInput(atX x: Double, y: Double) -> Bool {
    let size = size
    guard IntegerRect(x: 0, y: 0, width: size.width, height: size.height).contains(x, y) else { return false }
    return current.inputRegion?.contains(x, y) ?? true
  }
}
