import Geometry
import Raster
import Testing

/// The selection of mip levels and their weights.
@Suite struct LevelSelectionTests {
  private static let texture = Texture.plain(.max, width: 724, height: 512)

  /// Returns the weight of each sampled mip level at a density of `columns` × `rows` texels per pixel. A key
  /// holds the level numbers of the width and the height; 0 is the full length, and each number stands for
  /// 1/√2 of the length before.
  private static func shares(columns: Double, rows: Double) throws -> [SIMD2<Int>: Double] {
    let homography = Homography(1 / columns, 0, 0, 0, 1 / rows, 0, 0, 0, 1)
    let layer = SceneLayer(texture: texture, homography: homography)
    let placement = try #require(Placement(layer, width: 800, height: 800))
    let mix = LevelMix(placement.levels.choice(x: 0, y: 0), of: layer)
    var shares: [SIMD2<Int>: Double] = [:]
    for index in 0..<mix.count {
      let (level, weight) = mix[index]
      let x = try #require((0...12).first { texture.widths[$0] == level.width })
      let y = try #require((0...12).first { texture.heights[$0] == level.height })
      shares[SIMD2(x, y), default: 0] += weight
    }
    return shares
  }

  /// Returns the weighted mean of the level numbers of the width (`side` = 0) or of the height (`side` = 1).
  private static func mean(_ shares: [SIMD2<Int>: Double], _ side: Int) -> Double {
    shares.reduce(0) { $0 + Double($1.key[side]) * $1.value }
  }

  /// Returns the fraction of the blend that differs between `a` and `b`.
  private static func change(_ a: [SIMD2<Int>: Double], _ b: [SIMD2<Int>: Double]) -> Double {
    Set(a.keys).union(b.keys).reduce(0) { $0 + abs(a[$1, default: 0] - b[$1, default: 0]) } / 2
  }

  @Test(
    "While a card recedes, all mip levels are blended in one after another; weights change in steps of at most 1/64"
  )
  func sharesGoUpContinuously() throws {
    // A transition takes 4 % of the density, so 1/64 of a transition is 1/1600 of the density.
    var density = 0.5
    var before = try Self.shares(columns: density, rows: 0.5)
    var (mixed, steps) = (0, 0)
    while density < 50 {
      density *= 1 + 1.0 / 3200
      let shares = try Self.shares(columns: density, rows: 0.5)
      #expect(abs(shares.values.reduce(0, +) - 1) < 1e-12)
      #expect(Self.change(before, shares) <= 1.0 / 64 + 1e-12, "at \(density)")
      #expect(Self.mean(shares, 0) >= Self.mean(before, 0), "at \(density)")
      #expect(Self.mean(shares, 1) == 0)
      mixed += shares.count > 1 ? 1 : 0
      steps += 1
      before = shares
    }
    #expect(Self.mean(before, 0) == 10)
    // Blending two levels costs time, so it happens only in a part of the range.
    #expect((0.05...0.15).contains(Double(mixed) / Double(steps)))
  }

  @Test(
    "If the densities of columns and rows change together, weights do not jump; at most three levels are blended"
  )
  func sharesOfBothSides() throws {
    for ratio in [1, 0.99, 1.02, 0.5, 1.37] {
      var density = 0.5
      var before = try Self.shares(columns: density, rows: density * ratio)
      while density < 20 {
        density *= 1 + 1.0 / 3200
        let shares = try Self.shares(columns: density, rows: density * ratio)
        #expect(Self.change(before, shares) <= 2.0 / 64 + 1e-12, "at \(density), \(ratio)")
        #expect(shares.count <= 3 && shares.values.allSatisfy { $0 >= 1.0 / 64 - 1e-12 })
        before = shares
      }
    }
  }

  @Test("A mip level is replaced by the next level only when the next level has a weight of 63/64")
  func changesAtTheEnd() throws {
    var density = 1.0
    var before = try Self.shares(columns: density, rows: 0.5)
    var changes = 0
    while density < 25 {
      density *= 1.0001
      let shares = try Self.shares(columns: density, rows: 0.5)
      let (old, new) = (before.keys.map(\.x).min() ?? 0, shares.keys.map(\.x).min() ?? 0)
      if new != old {
        changes += 1
        #expect(new == old + 1)
        #expect(before[SIMD2(new, 0)] == 63.0 / 64, "at \(density)")
        #expect(shares == [SIMD2(new, 0): 1], "at \(density)")
      }
      before = shares
    }
    #expect(changes == 8)
  }

  /// A card of 724 × 512 texels, 362 × 256 px, rotated around its vertical center line.
  private static func turned(by angle: Double) throws -> LevelSelector {
    var transform = Transform3D.identity
    transform.m34 = -1.0 / 600
    transform = transform.rotated(by: angle, y: 1).scaled(x: 0.5, y: 0.5)
    let homography = Homography(
      placing: transform, size: Size(width: 724, height: 512), center: Point(x: 400, y: 300))
    return try #require(
      Placement(SceneLayer(texture: texture, homography: homography), width: 800, height: 600)
    ).levels
  }

  @Test(
    "A rotated card samples smaller mip levels where it is farther away; within a tile, the levels are the same"
  )
  func sizesByPlace() throws {
    let sizes = try Self.turned(by: 1)
    let width = LevelSelector.tileSide
    var before = try #require((300..<500).first.map { sizes.choice(x: $0, y: 300) })
    var changes = 0
    for x in 301..<500 {
      let choice = sizes.choice(x: x, y: 300)
      #expect(choice == before || x % width == 0, "at \(x)")
      let (now, then) = (Self.progress(choice), Self.progress(before))
      #expect(now.x >= then.x && now.y >= then.y, "at \(x)")
      #expect(now.x - then.x < 1 && now.y - then.y < 1, "at \(x): no levels are blended between two sizes")
      changes += choice == before ? 0 : 1
      before = choice
    }
    #expect(changes > 6)
    let (first, last) = (sizes.choice(x: 300, y: 300), sizes.choice(x: 499, y: 300))
    #expect(Self.progress(last).x > Self.progress(first).x + 1)
    // A tile outside the card has the same choice as the tile at the card's edge.
    #expect(sizes.choice(x: 0, y: 300) == sizes.choice(x: 40, y: 300))
  }

  @Test("When a card begins to rotate, no weight of a mip level changes by more than a tenth per half degree")
  func beginningToTurn() throws {
    for place in [250, 330, 400, 470, 540] {
      var before = Self.progress(try Self.turned(by: 0).choice(x: place, y: 300))
      for step in 1...40 {
        let now = Self.progress(try Self.turned(by: Double(step) * .pi / 360).choice(x: place, y: 300))
        #expect(abs(now.x - before.x) < 0.1 && abs(now.y - before.y) < 0.1, "\(step), at \(place)")
        before = now
      }
    }
  }

  /// Returns the weighted mean of the level numbers, for the width and for the height.
  private static func progress(_ choice: LevelChoice) -> (x: Double, y: Double) {
    let steps = Double(LevelChoice.shareSteps)
    return (Double(choice.x) + Double(choice.nextX) / steps, Double(choice.y) + Double(choice.nextY) / steps)
  }
}
