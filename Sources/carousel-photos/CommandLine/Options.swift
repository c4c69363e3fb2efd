import CarouselUI
import ControlChannel
import PhotoBrowserTools
import PhotoBrowserUI
import Photos

/// The options of the command line.
nonisolated struct Options {
  /// The task of the program.
  enum Task {
    /// Show the photos in a window of the user's session.
    case browse
    /// Write the first settled frame to `path`, without a session.
    case screenshot(path: String)
    /// Run a scripted tour and write its screenshots to `folder`, without a session.
    case tour(folder: String)
    /// Make the missing thumbnails, without a session.
    case thumbnail
    /// Measure frames while the photos move, in the user's session if there is one.
    case bench
  }

  var task = Task.browse
  /// The names of the options that were given.
  var names: Set<String> = []
  /// The files, folders and lists to show; if empty, the user's Pictures folder is shown.
  var sources: [PhotoSource] = []
  /// Whether painted sample photos are shown.
  var showsSamples = false
  /// The photos whose thumbnails are written to the disk.
  var thumbnails = ThumbnailPolicy.fixed
  /// Whether subfolders are listed, too.
  var isRecursive = false
  /// Whether links that lead out of the given folders are followed.
  var followsLinks = false
  /// Whether hidden files are shown.
  var showsHidden = false
  /// The window and its pages at the start.
  var browser = BrowserOptions()
  /// The number of pixels per point without a session. In a session the compositor decides.
  var scale = 1.0
  /// The memory limit for all pictures, in bytes; `nil` for the default.
  var memory: Int?
  /// The path of the file that records the carousel's inputs; `nil` records none.
  var journalPath: String?
  /// Where the program listens for requests of `carousel-photos msg`.
  var control = ControlOption.automatic
  /// The workload of `--bench`.
  var bench = BenchPlan()
}
