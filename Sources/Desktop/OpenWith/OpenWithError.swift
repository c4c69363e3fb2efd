/// An error because of which a file or an address was not opened.
package enum OpenWithError: Error, Hashable, Sendable {
  /// The URL cannot be opened: it is relative, it is a `file:` URL of another host, or its path contains a NUL byte.
  case invalidURL
  /// The file cannot be opened; `reason` is the system's error message.
  case cannotRead(path: String, reason: String)
  /// The portal has failed. GIO was not tried, because the portal may have opened the file.
  case portal(PortalError)
  /// No application is installed for the content type, or the application that the caller chose is not installed.
  case noApplication
  /// The application cannot be started.
  case launchFailed(reason: String)
}

extension OpenWithError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .invalidURL: "The URL is not absolute, or not a file of this computer."
    case .cannotRead(let path, let reason): "\(path) cannot be opened: \(reason)."
    case .portal(let error): error.description
    case .noApplication:
      "No application is installed that opens this. Install one, or set a default with xdg-mime default."
    case .launchFailed(let reason): "The application cannot be started: \(reason)"
    }
  }
}
