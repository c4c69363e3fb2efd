extension Scene {
  /// Returns where this picture may look different from `previous`.
  ///
  /// A layer stays when texture, homography and alpha are the same. One that came or went changes its bounds;
  /// two that stay and have changed places change what both cover. Another size or background changes
  /// everything.
  ///
  /// Elsewhere both are drawn the same, to the last bit: each pixel depends on nothing but the layers that
  /// cover it, in their order.
  ///
  /// One that went farther than 64 places through a changed order counts as gone and come.
  ///
  /// - Complexity: O(*n*) of *n* layers as long as few change places; allocates nothing where up to 128 lie
  ///   between the first and the last change.
  public func difference(from previous: Scene) -> DirtyRegion {
    guard width == previous.width, height == previous.height, background == previous.background else {
      return everything
    }
    var region = DirtyRegion()
    let (old, new) = (previous.layers, layers)
    var start = 0
    while start < min(old.count, new.count), old[start].isDrawn(like: new[start]) { start += 1 }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > start, newEnd > start, old[oldEnd - 1].isDrawn(like: new[newEnd - 1]) {
      (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1)
    }
    guard start < max(oldEnd, newEnd) else { return region }

    func add(_ layer: Layer) { region.insert(layer.pixelBounds(width: width, height: height)) }
    withUnsafeTemporaryAllocation(of: Int.self, capacity: oldEnd - start) { matches in
      // Where each of the old layers is now; -1 for those that are gone.
      matches.initialize(repeating: -1)
      var next = start
      for index in start..<newEnd {
        // Most have kept their order. If all have moved, looking through all for each would take longer than
        // drawing.
        let after = next..<min(next + Scene.maxMatchDistance, oldEnd)
        let before = max(start, next - Scene.maxMatchDistance)..<next
        let found =
          after.first { matches[$0 - start] < 0 && old[$0].isDrawn(like: new[index]) }
          ?? before.first { matches[$0 - start] < 0 && old[$0].isDrawn(like: new[index]) }
        if let found {
          matches[found - start] = index
        } else {
          add(new[index])
        }
        next = min((found ?? next) + 1, oldEnd)
      }
      for index in start..<oldEnd where matches[index - start] < 0 { add(old[index]) }
      var foremost = -1
      for upper in start..<oldEnd where matches[upper - start] >= 0 {
        if matches[upper - start] > foremost {
          foremost = matches[upper - start]
          continue
        }
        for lower in start..<upper where matches[lower - start] > matches[upper - start] {
          let bounds = old[lower].pixelBounds(width: width, height: height)
          region.insert(bounds.intersection(old[upper].pixelBounds(width: width, height: height)))
        }
      }
    }
    return region
  }

  /// How many places on a layer is looked for.
  private static let maxMatchDistance = 64

  /// All of the canvas.
  public var everything: DirtyRegion { DirtyRegion(PixelRect(x: 0, y: 0, width: width, height: height)) }
}

extension Layer {
  /// Whether it gives the same pixels as `other`: texels do not change while a texture lives.
  fileprivate func isDrawn(like other: Layer) -> Bool {
    texture === other.texture && homography == other.homography && alpha == other.alpha
  }
}
