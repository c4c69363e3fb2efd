import FoundationEssentials
import PhotoBrowserTools
import Photos

/// Selects the folder to show when the command line has no paths.
nonisolated enum DefaultFolder {
  /// Returns the user's Pictures folder if it contains a photo; otherwise a folder of sample photos. Missing
  /// samples are painted first.
  ///
  /// - Throws: `OutputError` if a sample cannot be written.
  static func choose() throws(OutputError) -> String {
    if let folder = usersFolder, hasPhotos(folder) { return folder }
    let samples = samplesFolder
    printError("the Pictures folder contains no photos; showing the samples in \(samples)")
    try SamplePhotos.paint(into: samples) { printError($0) }
    return samples
  }

  /// Returns a folder of fifteen images for a workload. Missing images are painted first: photos of 1600 ×
  /// 1066 pixels for `flick`, square covers of 1024 × 1024 pixels for `autoscroll`.
  ///
  /// - Throws: `OutputError` if an image cannot be written.
  static func forBench(_ workload: BenchPlan.Workload) throws(OutputError) -> String {
    let folder = dataFolder + "/bench-\(workload.rawValue)"
    let (width, height) =
      switch workload {
      case .flick: (1600, 1066)
      case .autoscroll: (1024, 1024)
      }
    try SamplePhotos.paint(Landscape.fifteen, width: width, height: height, into: folder) {
      printError($0)
    }
    return folder
  }

  /// The user's Pictures folder as set in `user-dirs.dirs`; otherwise the folder `Pictures` in the home
  /// folder.
  private static var usersFolder: String? {
    FileManager.default.urls(for: .picturesDirectory, in: .userDomainMask).first?.path
  }

  private static func hasPhotos(_ folder: String) -> Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let extensions: Set = ["jpg", "jpeg", "png"]
    return names.contains {
      guard let dot = $0.lastIndex(of: "."), dot > $0.startIndex else { return false }
      return extensions.contains($0[dot...].dropFirst().lowercased()) && !$0.hasPrefix(".")
    }
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
