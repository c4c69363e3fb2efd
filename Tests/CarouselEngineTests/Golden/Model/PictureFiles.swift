/// The content of `transforms.json`: the transforms of items at given offsets.
struct TransformsFile: Decodable {
  let cases: [Case]

  struct Case: Decodable {
    let id: String
    let config: GoldenConfig
    let derived: GoldenDerived
    let samples: [Sample]
  }

  struct Sample: Decodable {
    let offset: Double
    let toggle: Double
    let alpha: Double
    let transform: [Double]
    let hidden: Bool
  }
}

/// The content of `snapshots.json`: all items on screen at one time.
struct SnapshotsFile: Decodable {
  let cases: [Case]

  struct Case: Decodable {
    let id: String
    let config: GoldenConfig
    let procedure: Procedure
    let snapshot: Snapshot
  }

  struct Procedure: Decodable {
    enum Kind: String, Decodable { case set, drag, scrolling }
    let kind: Kind
    let scrollOffset: Double
    let ticks: Int
    let pan: [Double]?
    let velocity: Double?
    let by: Double?
    let duration: Double?
  }

  struct Snapshot: Decodable {
    let scrollOffset: Double
    let currentItemIndex: Int
    let toggle: Double
    let toggleAlternatives: [Double]?
    let dragging: Bool
    let decelerating: Bool
    let scrolling: Bool
    let derived: GoldenDerived
    let indexesForVisibleItems: [Int]
    let items: [Item]
    let itemsSampled: Bool?
    let depthOrder: [Int]
    let ambiguousDepthPairs: [[Int]]
    let offsetForItemAtIndex: [[Double]]
  }

  struct Item: Decodable {
    let index: Int
    let offset: Double
    let alpha: Double
    let transform: [Double]
    let center: [Double]
    let containerSize: [Double]
    let hidden: Bool
    let viewFrame: [Double]
  }
}

/// The content of `hittest.json`: the item that a tap hits, for each point of a grid.
struct HitTestFile: Decodable {
  let meta: Meta
  let cases: [Case]

  /// The numbers in the recordings that mean "no item".
  struct Meta: Decodable {
    let none: Int
    let ambiguous: Int
    let behindViewer: Int
  }

  struct Case: Decodable {
    let id: String
    let config: GoldenConfig
    let snapshots: [Snapshot]
  }

  struct Snapshot: Decodable {
    let scrollOffset: Double
    let currentItemIndex: Int
    let toggle: Double
    let xs: [Double]
    let ys: [Double]
    let hits: [[Int]]
  }
}
