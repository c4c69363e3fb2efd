package import DecoderClient
internal import DecoderProtocol
internal import Glibc
package import PhotoLibrary

extension PhotoError {
  /// Converts the reason why a path cannot be listed.
  package init(_ problem: LibraryProblem) {
    switch problem {
    case .notFound(let path): self.init(path, .content(.unreadable(code: ENOENT)))
    case .notPermitted(let path): self.init(path, .content(.unreadable(code: EACCES)))
    case .notAFile(let path): self.init(path, .notAFile)
    case .stalled(let path, let seconds): self.init(path, .stalled(seconds: seconds))
    case .noPhotos(let path, let hasSubfolders): self.init(path, .noPhotos(hasSubfolders: hasSubfolders))
    case .system(let path, let operation, let code):
      self.init(path, .system(operation: operation, code: code))
    }
  }
}
