internal import Glibc

/// Walks over what was named on the command line and reports pictures in batches; blocks, for a thread of
/// its own.
///
/// Returning false from `deliver` ends the walk.
struct FolderWalk {
  let subfolders: FolderScan.Subfolders
  let deliver: (FolderScan.Batch) -> Bool
  private var visited: Set<DirectoryListing.Identity> = []
  private var isWanted = true
  /// Pictures named one by one wait here until they make a batch, or a folder or the end is reached.
  private var single: [Photo] = []
  private var singleBatch = Self.firstBatch

  /// The first batch of a folder is what a carousel shows at once and a little more; each next one is
  /// four times as long, so that 100,000 pictures arrive in seven batches.
  private static let firstBatch = 64
  private static let batchGrowth = 4

  init(subfolders: FolderScan.Subfolders, deliver: @escaping (FolderScan.Batch) -> Bool) {
    self.subfolders = subfolders
    self.deliver = deliver
  }

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
    visited.removeAll()  // A folder named twice is shown twice, as a file is.
    let outcome = enter(folder)
    if outcome.found == 0, !outcome.failed {
      report(.noPictures(path: path, hasSubfolders: outcome.hasSubfolders && subfolders == .skipped))
    }
  }

  /// - Returns: How many pictures were found at and below the folder.
  private mutating func enter(_ folder: [UInt8]) -> (found: Int, hasSubfolders: Bool, failed: Bool) {
    guard isWanted else { return (0, false, true) }
    flush()
    let listing: DirectoryListing
    do {
      // An empty batch asks whether anybody still listens.
      let ask = deliver
      listing = try DirectoryListing(of: folder) { ask(FolderScan.Batch()) }
    } catch .cancelled {
      isWanted = false
      return (0, false, true)
    } catch {
      report(error)
      return (0, false, true)
    }
    guard visited.insert(listing.identity).inserted else { return (0, false, false) }

    var found = listing.pictures.count
    var names = AscendingNames(listing.pictures)
    var size = Self.firstBatch
    while isWanted, !names.isEmpty {
      send(
        FolderScan.Batch(
          photos: names.removeFirst(size).map { Photo(folderBytes: folder, nameBytes: $0) }))
      size *= Self.batchGrowth
    }
    if subfolders == .entered {
      var folders = AscendingNames(listing.folders)
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
