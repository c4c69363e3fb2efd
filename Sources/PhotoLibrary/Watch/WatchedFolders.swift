/// The watched folders by their inotify watch descriptors. It is a value.
struct WatchedFolders {
  /// The reason why a folder is watched: a given folder, or given files in it.
  struct Reason: Hashable {
    let root: Int
    /// The names of given files; `nil` for all files.
    var names: Set<[UInt8]>?
    let entersFolders: Bool
  }

  struct Folder {
    /// The path, which ends in a slash.
    var path: [UInt8]
    var reasons: [Reason]
  }

  private(set) var folders: [Int32: Folder] = [:]

  /// Adds a reason to watch a folder.
  mutating func add(_ watch: Int32, _ path: [UInt8], root: Int, name: [UInt8]?, entersFolders: Bool) {
    var folder = folders[watch] ?? Folder(path: path, reasons: [])
    // The kernel has one watch per folder, even if several paths lead to it.
    if let name, let index = folder.reasons.firstIndex(where: { $0.root == root && $0.names != nil }) {
      folder.reasons[index].names?.insert(name)
    } else {
      let reason = Reason(root: root, names: name.map { [$0] }, entersFolders: entersFolders)
      if !folder.reasons.contains(where: {
        $0.root == root && $0.names == nil && $0.entersFolders == entersFolders
      }) {
        folder.reasons.append(reason)
      }
    }
    folders[watch] = folder
  }

  /// Ends a watch, and returns its folder.
  mutating func remove(_ watch: Int32) -> Folder? { folders.removeValue(forKey: watch) }

  /// Removes a folder and its subfolders, and returns their watch descriptors.
  mutating func remove(inside path: [UInt8]) -> [Int32] {
    let watches = folders.filter { $0.value.path.starts(with: path) }.map(\.key)
    for watch in watches { folders[watch] = nil }
    return watches
  }

  /// Changes the paths of a folder and of its subfolders.
  mutating func rename(_ old: [UInt8], to new: [UInt8]) {
    for (watch, folder) in folders where folder.path.starts(with: old) {
      folders[watch]?.path = new + folder.path.dropFirst(old.count)
    }
  }

  /// Returns the reason why a file of a folder is shown; `nil` if the file is not shown.
  func reason(_ watch: Int32, forFile name: [UInt8], showsHidden: Bool) -> Reason? {
    folders[watch]?.reasons.first { reason in
      if let names = reason.names { return names.contains(name) }
      return PhotoFileName.isImage(name) && (showsHidden || name.first != UInt8(ascii: "."))
    }
  }

  /// Returns the reason why the subfolders of a folder are listed; `nil` if they are not.
  func reasonToEnter(_ watch: Int32) -> Reason? { folders[watch]?.reasons.first { $0.entersFolders } }
}
