extension Scene {
  /// Returns the region in which this scene may look different from `previous`.
  ///
  /// Two layers of the scenes match if they have equal homographies, alphas and clips, the new texture is the old
  /// texture or an update of the old texture, and both are drawn with mip levels of equal sizes. The region contains:
  ///
  /// - the bounds of each layer without a match;
  /// - the pixels that the new texels of an updated texture touch;
  /// - the overlap of two matched layers that swap their order;
  /// - the whole canvas, if the size or the background differs.
  ///
  /// Outside the region both scenes draw the same pixels, to the last bit: a pixel depends only on the layers
  /// that cover it, and on their order.
  ///
  /// A layer whose index changes by more than 64 may not be matched. It is then treated as removed and
  /// inserted.
  ///
  /// - Complexity: O(*n*) for *n* layers if few of them change their order. Does not allocate while at most
  ///   128 layers lie between the first and the last change.
  public func difference(from previous: Scene) -> DirtyRegion {
    guard width == previous.width, height == previous.height, background == previous.background else {
      return everything
    }
    var region = DirtyRegion()
    let (old, new) = (previous.layers, layers)
    func matches(_ oldIndex: Int, _ newIndex: Int) -> Bool {
      new[newIndex].matches(old[oldIndex], width: width, height: height)
    }
    func addUpdate(_ oldIndex: Int, _ newIndex: Int) {
      let (old, new) = (old[oldIndex], new[newIndex])
      guard old.texture !== new.texture, let texels = new.texture.changes(since: old.texture) else { return }
      region.insert(new.pixelBounds(of: texels, width: width, height: height))
    }
    var start = 0
    while start < min(old.count, new.count), matches(start, start) {
      addUpdate(start, start)
      start += 1
    }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > start, newEnd > start, matches(oldEnd - 1, newEnd - 1) {
      (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1)
      addUpdate(oldEnd, newEnd)
    }
    guard start < max(oldEnd, newEnd) else { return region }

    func add(_ layer: SceneLayer) { region.insert(layer.pixelBounds(width: width, height: height)) }
    withUnsafeTemporaryAllocation(of: Int.self, capacity: oldEnd - start) { matched in
      // For each old layer, the index of the new layer that matches it; -1 for removed layers.
      matched.initialize(repeating: -1)
      var next = start
      for index in start..<newEnd {
        // Most layers keep their order. If all layers have moved, an unlimited search would take longer than
        // drawing.
        let after = next..<min(next + Scene.maxMatchDistance, oldEnd)
        let before = max(start, next - Scene.maxMatchDistance)..<next
        let found =
          after.first { matched[$0 - start] < 0 && matches($0, index) }
          ?? before.first { matched[$0 - start] < 0 && matches($0, index) }
        if let found {
          matched[found - start] = index
          addUpdate(found, index)
        } else {
          add(new[index])
        }
        next = min((found ?? next) + 1, oldEnd)
      }
      for index in start..<oldEnd where matched[index - start] < 0 { add(old[index]) }
      var foremost = -1
      for upper in start..<oldEnd where matched[upper - start] >= 0 {
        if matched[upper - start] > foremost {
          foremost = matched[upper - start]
          continue
        }
        for lower in start..<upper where matched[lower - start] > matched[upper - start] {
          let bounds = old[lower].pixelBounds(width: width, height: height)
          region.insert(bounds.intersection(old[upper].pixelBounds(width: width, height: height)))
        }
      }
    }
    return region
  }

  /// The largest distance from the expected index, in indices, at which a matching layer is searched for.
  private static let maxMatchDistance = 64

  /// The whole canvas.
  public var everything: DirtyRegion { DirtyRegion(PixelRect(x: 0, y: 0, width: width, height: height)) }
}

extension SceneLayer {
  /// Whether the layer equals `old`, except that its texture may be an update of the old texture. Textures are
  /// immutable, so they are compared by identity.
  fileprivate func matches(_ old: SceneLayer, width: Int, height: Int) -> Bool {
    homography == old.homography && alpha == old.alpha && clip == old.clip && clipCorners == old.clipCorners
      && (texture === old.texture || texture.changes(since: old.texture) != nil)
      && (existingLevels == old.existingLevels || showsSameLevels(as: old, width: width, height: height))
  }

  /// Whether the layer is drawn with mip levels of the same sizes as `old`, which is at the same place.
  private func showsSameLevels(as old: SceneLayer, width: Int, height: Int) -> Bool {
    guard let placement = Placement(self, width: width, height: height) else { return true }
    var isSame = true
    placement.forEachTileSize { size in
      if shownLevel(of: size) != old.shownLevel(of: size) { isSame = false }
    }
    return isSame
  }
}
