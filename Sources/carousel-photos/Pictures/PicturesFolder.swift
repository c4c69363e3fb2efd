import FoundationEssentials
import Photos

/// Which pictures to show when none are named.
nonisolated enum PicturesFolder {
  /// Returns the user's Pictures folder if there is a picture in it, else a folder of sample pictures, painted when it is
  /// first needed.
  ///
  /// - Throws: `SamplePictures.Failure` when the samples cannot be written.
  static func choose() throws -> String {
    if let folder = usersFolder, hasPictures(folder) { return folder }
    let samples = samplesFolder
    complain("no picture in the Pictures folder: showing the samples in \(samples)")
    try SamplePictures.paint(into: samples)
    return samples
  }

  /// Returns the folder of fifteen pictures for `workload`, which are painted when they are first needed: photographs to flick
  /// through, square covers of 1024 pixels to scroll by.
  ///
  /// - Throws: `SamplePictures.Failure` when they cannot be written.
  static func forBench(_ workload: BenchPlan.Workload) throws -> String {
    let folder = dataFolder + "/bench-\(workload.rawValue)"
    let (width, height) =
      switch workload {
      case .flick: (1600, 1066)
      case .autoscroll: (1024, 1024)
      }
    try SamplePictures.paint(Landscape.fifteen, width: width, height: height, into: folder)
    return folder
  }

  /// The user's Pictures folder, if there is one: what `user-dirs.dirs` says, else `Pictures` in the home folder.
  private static var usersFolder: String? {
    FileManager.default.urls(for: .picturesDirectory, in: .userDomainMask).first?.path
  }

  private static func hasPictures(_ folder: String) -> Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let shown: Set = ["jpg", "jpeg", "png"]
    return names.contains {
      guard let dot = $0.lastIndex(of: "."), dot > $0.startIndex else { return false }
      return shown.contains($0[dot...].dropFirst().lowercased()) && !$0.hasPrefix(".")
    }
  }

  private static var samplesFolder: String { dataFolder + "/samples" }

  /// Where painted pictures are kept: in the user's data folder.
  private static var dataFolder: String {
    let environment = ProcessInfo.processInfo.environment
    let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (data ?? FileManager.default.homeDirectoryForCurrentUser.path + "/.local/share")
      + "/carousel-photos"
  }
}
