import Drawing
import Geometry
import Testing
import ViewFixtures
@_spi(Subclassing) import Views

@Suite("Layers of a tree of views")
@MainActor
struct LayerTests {
  private let root = View(size: Size(width: 400, height: 300))
  private let tree: ViewTree
  private let card: View

  init() {
    root.backgroundColor = .black
    card = View()
    tree = ViewTree(root: root)
    card.frame = Rect(x: 100, y: 50, width: 200, height: 200)
    root.addSubview(card)
  }

  private func add(_ x: Double, _ y: Double, _ width: Double, _ height: Double, to parent: View) -> View {
    let view = View()
    view.frame = Rect(x: x, y: y, width: width, height: height)
    view.backgroundColor = .white
    parent.addSubview(view)
    return view
  }

  private func layers() -> [ViewLayer] {
    tree.prepareFrame(at: .at(0))
    var layers: [ViewLayer] = []
    tree.forEachLayer { layers.append($0) }
    return layers
  }

  private func views() -> [ObjectIdentifier] { layers().map { ObjectIdentifier($0.view) } }
  private func ids(_ views: View...) -> [ObjectIdentifier] { views.map(ObjectIdentifier.init) }

  @Test("A tree without layered views is one layer")
  func one() {
    _ = add(0, 0, 10, 10, to: card)
    #expect(views() == ids(root))
  }

  @Test("A layered view is a layer, and so are the views in front that overlap the layer")
  func promotes() {
    let below = add(0, 0, 50, 50, to: card)
    let spinner = add(20, 20, 20, 20, to: card)
    let over = add(30, 30, 50, 50, to: card)
    let beside = add(150, 150, 20, 20, to: card)
    let overTheCard = add(110, 70, 30, 30, to: root)
    spinner.isLayered = true
    #expect(views() == ids(root, spinner, over, overTheCard))
    #expect(!below.isLayerRoot && !beside.isLayerRoot)
    spinner.isLayered = false
    #expect(views() == ids(root))
  }

  @Test("Moving, rotating or fading a layer repaints nothing")
  func movesForFree() {
    let spinner = add(20, 20, 20, 20, to: card)
    spinner.isLayered = true
    _ = layers()
    let versions = [root.contentVersion, spinner.contentVersion]
    spinner.transform = .rotation(by: 1)
    spinner.frame.origin.x += 5
    spinner.alpha = 0.5
    let shown = layers()
    #expect([root.contentVersion, spinner.contentVersion] == versions)
    #expect(shown[1].alpha == 0.5)
    let center = shown[1].map.project(Point(x: 10, y: 10))
    #expect((center?.distance(to: Point(x: 135, y: 80)) ?? 9) < 1e-9)
  }

  @Test("A change in a layer repaints only that layer")
  func repaintsLayer() {
    let spinner = add(20, 20, 20, 20, to: card)
    let label = add(100, 100, 20, 20, to: card)
    spinner.isLayered = true
    _ = layers()
    let version = root.contentVersion
    spinner.backgroundColor = .black
    #expect(root.contentVersion == version)
    label.backgroundColor = .black
    #expect(root.contentVersion > version)
  }

  @Test("The damage of a layer is recorded in the coordinates of the layer")
  func damage() {
    let label = add(100, 100, 20, 20, to: card)
    _ = layers()
    let version = root.contentVersion
    label.setNeedsDisplay(Rect(x: 5, y: 5, width: 2, height: 3))
    #expect(root.layer.damage.area(since: version) == Rect(x: 205, y: 155, width: 2, height: 3))
    let second = root.contentVersion
    label.frame.origin.x = 130
    #expect(root.layer.damage.area(since: second) == Rect(x: 200, y: 150, width: 50, height: 20))
    #expect(root.layer.damage.area(since: version) == Rect(x: 200, y: 150, width: 50, height: 20))
    #expect(root.layer.damage.area(since: root.contentVersion) == .zero)
  }

  @Test("If old changes were dropped, the area that has changed since an old version is unknown")
  func forgetsDamage() {
    var damage = LayerDamage()
    for version in 1...100 {
      damage.add(Rect(x: Double(version), y: 0, width: 1, height: 1), version: version)
    }
    #expect(damage.area(since: 10) == nil)
    #expect(damage.area(since: 98) == Rect(x: 99, y: 0, width: 2, height: 1))
  }

  @Test("A view with clipsToBounds clips the layers in it to its bounds")
  func clips() {
    card.clipsToBounds = true
    let content = add(0, 0, 200, 1000, to: card)
    content.isLayered = true
    card.bounds.origin.y = 100
    let shown = layers()
    #expect(shown.map { ObjectIdentifier($0.view) } == ids(root, content))
    #expect(shown[1].clip == LayerClip(Rect(x: 100, y: 50, width: 200, height: 200)))
    #expect(shown[1].map.project(.zero) == Point(x: 100, y: -50))
  }

  @Test("A clipping view inside another clipping view clips its layers to the intersection of both")
  func clipsTwice() throws {
    card.clipsToBounds = true
    let inner = add(150, 150, 100, 100, to: card)
    inner.clipsToBounds = true
    let content = add(0, 0, 500, 500, to: inner)
    content.isLayered = true
    let layer = try #require(layers().first { $0.view === content })
    #expect(layer.clip == LayerClip(Rect(x: 250, y: 200, width: 50, height: 50)))
  }

  @Test("A rotated view, or a view with rounded corners, clips the layers in it to a polygon")
  func clipsToPolygons() throws {
    card.clipsToBounds = true
    let content = add(0, 0, 200, 1000, to: card)
    content.isLayered = true
    card.cornerRadius = 8
    #expect(views() == ids(root, content))
    let rounded = try #require(layers()[1].clip)
    #expect(rounded.corners.count == 24 && rounded.isUpright)
    #expect(rounded.bounds == Rect(x: 100, y: 50, width: 200, height: 200))
    // The corners lie on the arcs, whose centers are 8 points inside.
    for corner in rounded.corners {
      let center = Point(x: min(max(corner.x, 108), 292), y: min(max(corner.y, 58), 242))
      #expect(abs(corner.distance(to: center) - 8) < 1e-9)
    }
    card.cornerRadius = 0
    card.transform = .rotation(by: 0.5)
    #expect(views() == ids(root, content))
    let turned = try #require(layers()[1].clip)
    #expect(turned.corners.count == 4 && !turned.isUpright)
    let corner = try #require(card.convert(.zero, to: nil))
    #expect(turned.corners.contains { $0.distance(to: corner) < 1e-9 })
    // A view inside the rotated view clips its subviews to a rectangle in the same plane.
    let inner = add(20, 20, 50, 50, to: card)
    inner.clipsToBounds = true
    let dot = add(0, 0, 80, 80, to: inner)
    dot.isLayered = true
    let nested = try #require(layers().last { $0.view === dot }?.clip)
    #expect(nested.corners.count == 4)
    let end = try #require(card.convert(Point(x: 70, y: 70), to: nil))
    #expect(nested.corners.contains { $0.distance(to: end) < 1e-9 })
  }

  @Test(
    "Two clips without common points have an empty intersection; a clip has at most maximumCorners corners")
  func clipIntersections() {
    let map = Homography(Transform2D.rotation(by: 0.3))
    let left = LayerClip(Rect(x: 0, y: 0, width: 50, height: 50), radius: 10, map: map)
    let right = LayerClip(Rect(x: 60, y: 0, width: 50, height: 50), radius: 10, map: map)
    #expect(left.intersection(right).isEmpty)
    var clip = LayerClip(Rect(x: -500, y: -500, width: 1000, height: 1000))
    for step in 0..<20 {
      let map = Homography(Transform2D.rotation(by: Double(step)))
      clip = clip.intersection(
        LayerClip(Rect(x: -40, y: -40, width: 80, height: 80), radius: 20, map: map))
      #expect(clip.corners.count <= LayerClip.maximumCorners && !clip.isEmpty)
      #expect(clip.bounds.size.width < 130)
    }
    #expect(LayerClip(.zero, radius: 5, map: .identity).isEmpty)
  }

  @Test("A clip with a limited number of corners contains all points of the exact intersection")
  func clipContainsIntersection() {
    let clips = (0..<3).map { step in
      LayerClip(
        Rect(x: -40, y: -40, width: 80, height: 80), radius: 35,
        map: Homography(Transform2D.rotation(by: Double(step) * 0.1)))
    }
    /// The least distance of a point to the sides of a clip; negative outside of the clip.
    func depth(_ point: Point, in clip: LayerClip) -> Double {
      let corners = clip.corners
      return corners.indices.map { index in
        let (a, b) = (corners[index], corners[(index + 1) % corners.count])
        return ((b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)) / a.distance(to: b)
      }.min() ?? -1
    }
    let common = clips[0].intersection(clips[1]).intersection(clips[2])
    #expect(common.corners.count <= LayerClip.maximumCorners)
    var (tested, added) = (0, 0)
    // Points near the outlines: the corners of a clip, and points between two corners.
    for clip in clips {
      for (corner, next) in zip(clip.corners, clip.corners[1...] + clip.corners[..<1]) {
        for part in stride(from: 0.0, to: 1, by: 0.05) {
          let point = corner + (next - corner) * part
          guard clips.allSatisfy({ depth(point, in: $0) >= -1e-9 }) else {
            if depth(point, in: common) > 1.5 { added += 1 }
            continue
          }
          tested += 1
          #expect(depth(point, in: common) >= -1e-6)
          #expect(common.bounds.inset(by: -1e-6).contains(point))
        }
      }
    }
    #expect(tested > 60 && added == 0, "\(tested), \(added)")
  }

  @Test("A card with many labels and a blinking cursor has two layers")
  func cursorAmongLabels() {
    root.backgroundColor = nil
    let labels = (0..<100).map { add(0, Double($0) * 2, 30, 2, to: root) }
    let cursor = add(200, 100, 1.5, 20, to: card)
    cursor.isLayered = true
    for alpha in [1, 0, 1] {
      cursor.alpha = Double(alpha)
      let shown = layers()
      #expect(shown.count == 1 + alpha && shown[0].view === root)
    }
    #expect(labels.allSatisfy { !$0.isLayerRoot })
    // A hidden layer does not affect other views.
    cursor.isHidden = true
    let version = root.contentVersion
    #expect(views() == ids(root) && !root.layer.hasLayersBelow)
    #expect(root.contentVersion == version)
  }

  @Test(
    "If a view without content contains a layer and has only a few subviews, they are layers and the view is not"
  )
  func passesThrough() {
    root.backgroundColor = nil
    let label = add(0, 0, 50, 20, to: root)
    card.isLayered = true
    card.backgroundColor = .white
    #expect(views() == ids(card, label))
  }

  @Test("Hidden and transparent views have no layers")
  func hidden() {
    let spinner = add(20, 20, 20, 20, to: card)
    spinner.isLayered = true
    _ = layers()
    card.isHidden = true
    #expect(views() == ids(root))
    card.isHidden = false
    card.alpha = 0
    #expect(views() == ids(root))
  }

  @Test("A tree requests a frame only after a change")
  func requestsFrames() {
    let label = add(0, 0, 50, 20, to: card)
    _ = layers()
    var requests = 0
    tree.onNeedsFrame = { requests += 1 }
    _ = layers()
    #expect(requests == 0)
    for change: (View) -> Void in [
      { $0.setNeedsDisplay() }, { $0.alpha = 0.5 }, { $0.frame.origin.x = 3 }, { $0.isHidden = true },
      { $0.transform = .scale(x: 2, y: 2) }, { $0.removeFromSuperview() },
    ] {
      requests = 0
      change(label)
      #expect(requests > 0)
    }
  }
}
