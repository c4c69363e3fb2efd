import CommandLineText
import FoundationEssentials
import PhotoBrowserTools
import Photos

/// The folders of painted images.
nonisolated enum DefaultFolder {
  /// Returns a folder of sample photos. Missing samples are painted first.
  ///
  /// - Throws: `OutputError` if a sample cannot be written.
  static func forSamples() throws(OutputError) -> String {
    let samples = samplesFolder
    try SamplePhotos.paint(into: samples) { printError($0) }
    return samples
  }

  /// Returns a folder of fifteen images for a workload. Missing images are painted first: photos of 1600 ×
  /// 1066 pixels, or square covers of 1024 × 1024 pixels for `autoscroll`.
  ///
  /// - Throws: `OutputError` if an image cannot be written.
  static func forBench(_ workload: BenchPlan.Workload) throws(OutputError) -> String {
    let isCovers = workload == .autoscroll
    let folder = dataFolder + "/bench-\(isCovers ? "autoscroll" : "flick")"
    let (width, height) = isCovers ? (1024, 1024) : (1600, 1066)
    try SamplePhotos.paint(Landscape.fifteen, width: width, height: height, into: folder) {
      printError($0)
    }
    return folder
  }

  private static var samplesFolder: String { dataFolder + "/samples" }

  /// The program's folder in the user's data folder (`XDG_DATA_HOME`), for painted images.
  private static var dataFolder: String {
    let environment = ProcessInfo.processInfo.environment
    let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (data ?? FileManager.default.homeDirectoryForCurrentUser.path + "/.local/share")
      + "/carousel-photos"
  }
}
