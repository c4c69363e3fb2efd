import Drawing
import Geometry
import Testing
import ViewFixtures
@_spi(Subclassing) import Views

@Suite("Layers that are too large for one texture")
@MainActor
struct LargeLayerTests {
  private func layers(of view: View, in size: Size = Size(width: 400, height: 300)) -> [ViewLayer] {
    let root = ContainerView(size: size)
    root.addSubview(view)
    let tree = ViewTree(root: root)
    tree.prepareFrame(at: .at(0))
    var layers: [ViewLayer] = []
    tree.forEachLayer { layers.append($0) }
    return withExtendedLifetime(root) { layers }
  }

  private func view(_ width: Double, _ height: Double) -> View {
    let view = View(size: Size(width: width, height: height))
    view.backgroundColor = .white
    view.isLayered = true
    return view
  }

  @Test("A layer with a side of more than 8192 pixels is divided, unless an effect needs all of its pixels")
  func small() {
    #expect(layers(of: view(200, 8192)).allSatisfy { $0.tile == nil })
    #expect(layers(of: view(200, 8193)).allSatisfy { $0.tile != nil })
    let bordered = view(200, 9000)
    bordered.borderWidth = 2
    #expect(layers(of: bordered).allSatisfy { $0.tile != nil })
    for change in [
      { $0.shadowOpacity = 1 }, { $0.mask = .ellipse }, { $0.reflection = Reflection() },
      { $0.filter = { _, _ in } },
    ] as [(View) -> Void] {
      let changed = view(200, 9000)
      change(changed)
      #expect(layers(of: changed).allSatisfy { $0.tile == nil })
    }
  }

  @Test("The tiles in and beside the visible part are layers, and cover the visible part")
  func covers() {
    let content = view(300, 100_000)
    content.frame.origin.y = -50_000
    let tiles = layers(of: content).compactMap(\.tile)
    #expect(tiles.count <= 5)
    #expect(tiles.map(\.shown.top).min() ?? 0 <= 50_000 && tiles.map(\.shown.bottom).max() ?? 0 >= 50_300)
    for (tile, next) in zip(tiles, tiles.dropFirst()) { #expect(tile.shown.bottom == next.shown.top) }
  }

  @Test("A layer outside of the window has no tiles")
  func outside() {
    let content = view(300, 100_000)
    content.frame.origin.x = 5000
    #expect(layers(of: content).allSatisfy { $0.tile == nil })
  }

  @Test(
    "A layer of an extreme size does not trap, and has few tiles",
    arguments: [1e5, 1e8, 1e9, 1e10, 1e300, .infinity, .nan])
  func extreme(length: Double) {
    for (width, height) in [(length, 10.0), (10, length), (length, length)] {
      let count = layers(of: view(width, height)).count
      #expect(count < 40)
    }
  }
}
