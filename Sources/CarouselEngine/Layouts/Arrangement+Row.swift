internal import Geometry

extension Arrangement {
  /// Works out where the item stands that the carousel rests on, and where a row ends.
  mutating func align(_ input: ArrangementInput, pitch: Double) {
    let row = RowFigures(
      length: scrollAxis.extent(of: input.bounds), itemWidth: input.itemWidth, pitch: pitch,
      count: input.ring.count, alignment: input.alignment.snap, track: track)
    shift = row.shift(at: input.scrollOffset)
    if input.type == .linear || input.type.isCoverFlow { loadsFrom = input.alignment.snap }
    if input.type == .linear, input.alignment.containsEnds, !input.ring.wraps { ends = row.ends }
  }
}
