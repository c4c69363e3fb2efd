internal import Glibc

/// Scans files and folders and delivers their photos in batches. It blocks and runs on its own thread.
///
/// The walk ends when `deliver` returns `false`.
struct FolderWalk {
  let subfolders: FolderScan.Subfolders
  let deliver: (FolderScan.Batch) -> Bool
  private var visited: Set<DirectoryListing.Identity> = []
  private var isWanted = true
  /// Photos from file paths, collected until a batch is full or a folder, an error or the end is reached.
  private var single: [Photo] = []
  private var singleBatch = Self.firstBatch

  /// The size of the first batch: a few more photos than a carousel shows at once. Each further batch is four times
  /// as large, so that 100,000 photos arrive in seven batches.
  private static let firstBatch = 64
  private static let batchGrowth = 4

  init(subfolders: FolderScan.Subfolders, deliver: @escaping (FolderScan.Batch) -> Bool) {
    self.subfolders = subfolders
    self.deliver = deliver
  }

  /// Scans `paths` in order.
  mutating func visit(_ paths: [String]) {
    for path in paths where isWanted { visit(path) }
    flush()
  }

  private mutating func visit(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      report(.from(errno: errno, operation: "looked up", path: path))
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: visit(folder: path)
    case S_IFREG:
      single.append(Photo(path: path))
      if single.count == singleBatch {
        flush()
        singleBatch *= Self.batchGrowth
      }
    default: report(.notAFile(path: path))
    }
  }

  private mutating func visit(folder path: String) {
    var folder = Array(path.utf8)
    if folder.last != UInt8(ascii: "/") { folder.append(UInt8(ascii: "/")) }
    visited.removeAll()  // A path that is given twice is delivered twice.
    let outcome = enter(folder)
    if outcome.found == 0, !outcome.failed {
      report(.noPhotos(path: path, hasSubfolders: outcome.hasSubfolders && subfolders == .skipped))
    }
  }

  /// Scans one folder, and its subfolders if they are to be entered.
  ///
  /// - Returns: `found`: the number of photos in the folder and in the scanned subfolders; `hasSubfolders`: whether the
  ///   folder contains folders; `failed`: whether it could not be read or the walk was ended.
  private mutating func enter(_ folder: [UInt8]) -> (found: Int, hasSubfolders: Bool, failed: Bool) {
    guard isWanted else { return (0, false, true) }
    flush()
    let listing: DirectoryListing
    do {
      // Delivers an empty batch to find out whether the scan was canceled.
      let deliver = deliver
      listing = try DirectoryListing(of: folder) { deliver(FolderScan.Batch()) }
    } catch .cancelled {
      isWanted = false
      return (0, false, true)
    } catch {
      report(error)
      return (0, false, true)
    }
    guard visited.insert(listing.identity).inserted else { return (0, false, false) }

    var found = listing.images.count
    var names = NameHeap(listing.images)
    var size = Self.firstBatch
    while isWanted, !names.isEmpty {
      send(
        FolderScan.Batch(
          photos: names.removeFirst(size).map { Photo(folderBytes: folder, nameBytes: $0) }))
      size *= Self.batchGrowth
    }
    if subfolders == .entered {
      var folders = NameHeap(listing.folders)
      while isWanted, let name = folders.removeFirst(1).first {
        found += enter(folder + name + [UInt8(ascii: "/")]).found
      }
    }
    return (found, !listing.folders.isEmpty, false)
  }

  private mutating func report(_ problem: PhotoError) {
    flush()
    send(FolderScan.Batch(problems: [problem]))
  }

  private mutating func flush() {
    if !single.isEmpty { send(FolderScan.Batch(photos: single)) }
    single = []
  }

  private mutating func send(_ batch: FolderScan.Batch) {
    if isWanted, !deliver(batch) { isWanted = false }
  }
}
