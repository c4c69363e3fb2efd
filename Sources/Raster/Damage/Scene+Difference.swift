extension Scene {
  /// Returns where this scene may look different from `previous`.
  ///
  /// Layers match when texture, homography and alpha are equal. A layer without a match changes its bounds; two
  /// matched layers that swap their order change their overlap. A different size or background changes the
  /// whole canvas.
  ///
  /// Elsewhere both scenes draw the same, to the last bit: a pixel depends only on the layers that cover it,
  /// and on their order.
  ///
  /// A layer that moved more than 64 places in a changed order counts as removed and inserted.
  ///
  /// - Complexity: O(*n*) for *n* layers as long as few change places. Does not allocate while at most 128
  ///   layers lie between the first and the last change.
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
      // For each old layer the index of its match; -1 for removed layers.
      matches.initialize(repeating: -1)
      var next = start
      for index in start..<newEnd {
        // Most layers keep their order. An unlimited search would take longer than drawing when all have moved.
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

  /// How far from its old place a matching layer is searched.
  private static let maxMatchDistance = 64

  /// The whole canvas.
  public var everything: DirtyRegion { DirtyRegion(PixelRect(x: 0, y: 0, width: width, height: height)) }
}

extension Layer {
  /// Whether it gives the same pixels as `other`. Textures are immutable, so identity suffices.
  fileprivate func isDrawn(like other: Layer) -> Bool {
    texture === other.texture && homography == other.homography && alpha == other.alpha
  }
}
