internal import CarouselUI
internal import Glibc

/// Landscapes painted with Cairo, for `--bench` and `--samples`.
package nonisolated enum SamplePhotos {
  /// Paints the samples that are missing in `folder`. Creates the folder if necessary.
  ///
  /// - Parameters:
  ///   - landscapes: The landscapes to paint.
  ///   - width: The width of a sample, in pixels.
  ///   - height: The height of a sample, in pixels.
  ///   - folder: The path of the folder.
  ///   - report: Called with a message before each painting.
  /// - Throws: `OutputError` with the path that could not be written and the reason.
  package static func paint(
    _ landscapes: [Landscape] = Landscape.all, width: Int = 1600, height: Int = 1066, into folder: String,
    report: (String) -> Void
  ) throws(OutputError) {
    do {
      try OutputFile.createFolder(folder)
    } catch {
      throw OutputError(description: "cannot create the folder \(folder): \(error)")
    }
    for (number, landscape) in landscapes.enumerated() {
      let path = "\(folder)/\(number + 1) \(landscape.name).png"
      guard access(path, F_OK) != 0 else { continue }
      report("painting sample photo \(number + 1) of \(landscapes.count)")
      do {
        let surface = try ImageSurface(width: width, height: height)
        surface.draw { canvas in landscape.paint(on: canvas) }
        // The file is renamed when it is complete, so that an interrupted run leaves no partial file.
        try surface.writePNG(to: path + ".part")
        guard rename(path + ".part", path) == 0 else { throw OutputFile.Failure(code: errno) }
      } catch {
        throw OutputError(description: "cannot write the sample photo \(path): \(error)")
      }
    }
  }
}
