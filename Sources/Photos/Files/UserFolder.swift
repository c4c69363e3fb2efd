internal import CGIO

/// The folders of the user.
package enum UserFolder {
  /// The path of the Pictures folder as bytes, as set in `user-dirs.dirs`; otherwise the folder `Pictures` in the home folder. It
  /// may block.
  ///
  /// freedesktop.org: `XDG_PICTURES_DIR`.
  package static var pictures: [UInt8] {
    let home = String(cString: g_get_home_dir())
    let folder = g_get_user_special_dir(G_USER_DIRECTORY_PICTURES).map { String(cString: $0) }
    // The home folder itself means that there is no such folder.
    guard let folder, folder != home, folder != home + "/" else { return Array((home + "/Pictures").utf8) }
    return Array(folder.utf8)
  }
}
