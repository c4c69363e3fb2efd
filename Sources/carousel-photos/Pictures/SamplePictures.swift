import CarouselUI
import Glibc

/// Landscapes to look at for who has no pictures at hand, painted with Cairo.
nonisolated enum SamplePictures {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Paints the samples that are missing in `folder`, which is made if need be.
  ///
  /// - Parameters:
  ///   - landscapes: What they show.
  ///   - width: In pixels.
  ///   - height: In pixels.
  /// - Throws: `Failure` naming what could not be written, and why.
  static func paint(
    _ landscapes: [Landscape] = Landscape.all, width: Int = 1600, height: Int = 1066, into folder: String
  ) throws {
    do {
      try OutputFile.makeFolder(folder)
    } catch {
      throw Failure(description: "the folder \(folder) cannot be made: \(error)")
    }
    for (number, landscape) in landscapes.enumerated() {
      let path = "\(folder)/\(number + 1) \(landscape.name).png"
      guard access(path, F_OK) != 0 else { continue }
      complain("painting sample picture \(number + 1) of \(landscapes.count)")
      do {
        let surface = try ImageSurface(width: width, height: height)
        surface.draw { canvas in landscape.paint(on: canvas) }
        // Under another name first: an interrupted run leaves no half picture.
        try surface.writePNG(to: path + ".part")
        guard rename(path + ".part", path) == 0 else { throw OutputFile.Failure(code: errno) }
      } catch {
        throw Failure(description: "the sample picture \(path) cannot be written: \(error)")
      }
    }
  }
}
