import Geometry
import Testing

struct ImageOrientationTests {
  /// The place in the shown image of the stored pixel (`x`, `y`).
  private func place(_ x: Int, _ y: Int, _ orientation: ImageOrientation, _ width: Int, _ height: Int)
    -> [Int]
  {
    let path = orientation.path(width: width, height: height)
    return [
      path.startX + x * path.column.x + y * path.row.x, path.startY + x * path.column.y + y * path.row.y,
    ]
  }

  @Test(
    "Two orientations, one after the other, move each pixel as their composition does; the inverse undoes it")
  func composition() {
    let (width, height) = (3, 5)
    for first in ImageOrientation.allCases {
      let (turnedWidth, turnedHeight) = first.swapsSides ? (height, width) : (width, height)
      for second in ImageOrientation.allCases {
        let both = first.followed(by: second)
        #expect(both.swapsSides == (first.swapsSides != second.swapsSides))
        for x in 0..<width {
          for y in 0..<height {
            let middle = place(x, y, first, width, height)
            #expect(
              place(middle[0], middle[1], second, turnedWidth, turnedHeight)
                == place(x, y, both, width, height),
              "\(first) \(second)")
          }
        }
      }
      #expect(first.followed(by: first.inverse) == .upright && first.inverse.followed(by: first) == .upright)
      #expect(first.rotated(byQuarters: 4) == first && first.rotated(byQuarters: .min) == first)
      #expect(first.rotated(byQuarters: -1) == first.rotated(byQuarters: 3))
    }
    #expect(ImageOrientation.upright.rotated(byQuarters: 1) == .quarterClockwise)
  }
}
