/// The paths of the folders that are watched or listed again periodically. Lookups by path and by folder do not depend on
/// the number of paths. It is a value.
struct ListedFolders {
  private var identities: [[UInt8]: FileIdentity?] = [:]
  private var paths: [FileIdentity: Set<[UInt8]>] = [:]

  /// Adds a path, which ends in a slash.
  ///
  /// - Parameter identity: The folder at the path; `nil` if unknown.
  mutating func add(_ path: [UInt8], _ identity: FileIdentity?) {
    remove(path)
    identities[path] = .some(identity)
    if let identity { paths[identity, default: []].insert(path) }
  }

  /// Removes a path.
  mutating func remove(_ path: [UInt8]) {
    guard case .some(.some(let identity)) = identities.removeValue(forKey: path) else { return }
    paths[identity]?.remove(path)
    if paths[identity]?.isEmpty == true { paths[identity] = nil }
  }

  /// Removes the paths of a folder and of its subfolders.
  mutating func remove(inside folder: [UInt8]) {
    for path in identities.keys where path.starts(with: folder) { remove(path) }
  }

  /// Changes the paths of a folder and of its subfolders.
  mutating func rename(_ old: [UInt8], to new: [UInt8]) {
    for (path, identity) in identities where path.starts(with: old) {
      remove(path)
      add(new + path.dropFirst(old.count), identity)
    }
  }

  /// Whether a folder is listed under a path.
  func contains(_ path: [UInt8]) -> Bool { identities.keys.contains(path) }

  /// Returns the folder that was at a path when it was added; `nil` if unknown.
  func identity(of path: [UInt8]) -> FileIdentity? { identities[path] ?? nil }

  /// Returns the paths under which a folder was added. The folder at a path may have changed since.
  func paths(of identity: FileIdentity) -> Set<[UInt8]> { paths[identity] ?? [] }
}
