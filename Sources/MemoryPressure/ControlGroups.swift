/// The control groups of the process.
///
/// Linux: `cgroups(7)`.
package enum ControlGroups {
  /// The control groups of the process, one in each line; `nil` if the system has none.
  ///
  /// Linux: `/proc/self/cgroup`.
  package static var current: String? { SystemFile.text(of: "/proc/self/cgroup") }

  private static let longestPath = 64  // groups

  /// Returns the paths of a file of the memory controller: for the process's group, and then for each group above it. The
  /// files may not exist.
  ///
  /// - Parameters:
  ///   - name: The name of the file in control groups of version 2.
  ///   - oldName: Its name in control groups of version 1; `nil` if they have no such file.
  ///   - text: The content of `/proc/self/cgroup`.
  package static func files(
    named name: String, orInVersion1 oldName: String? = nil, forGroups text: String
  ) -> [String] {
    var files: [String] = []
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      let isUnified = fields[0] == "0" && fields[1].isEmpty
      guard isUnified || fields[1].split(separator: ",").contains("memory"),
        let file = isUnified ? name : oldName
      else { continue }
      let root = isUnified ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory"
      var parts = fields[2].split(separator: "/").prefix(longestPath)
      if parts.contains("..") { parts = [] }
      while true {
        files.append(([root] + parts.map(String.init) + [file]).joined(separator: "/"))
        if parts.isEmpty { break }
        parts.removeLast()
      }
    }
    return files
  }
}
