public import Controls
internal import DecoderProtocol
public import Drawing
public import Geometry
internal import ImageLoading
internal import PhotoViews

/// A picture at an `https:` or `http:` address, for an `AsyncImageView`.
///
///     view.source = RemoteImageSource("https://example.org/alps.jpg")
///
/// The picture is downloaded into a file without a name, within limits, and decoded by a helper process at the
/// size that is shown. Views that request the same address at the same time share one download. The shared cache on
/// disk follows the server's caching rules.
///
/// AsyncImageView: `imageURL`.
public struct RemoteImageSource: ImageSource {
  /// Identifies the picture. It does not contain the address, which may hold credentials.
  public let identity: String
  /// Downloads the picture.
  public let fetcher: RemoteImageFetcher
  private let address: Result<RemoteAddress, RemoteImageError>

  /// Creates a source. Nothing is downloaded yet. An invalid address is reported when the picture is loaded.
  ///
  /// - Parameters:
  ///   - address: An `https:` or `http:` address. It may contain a user name and a password.
  ///   - fetcher: Downloads the picture; by default the shared one.
  public init(_ address: String, fetcher: RemoteImageFetcher = .shared) {
    self.fetcher = fetcher
    do throws(RemoteImageError) {
      let parsed = try RemoteAddress(address)
      self.address = .success(parsed)
      identity = "remote:\(parsed.key)"
    } catch {
      self.address = .failure(error)
      identity = "remote:invalid:\(Digest.hex(of: address))"
    }
  }

  public func load(
    for size: Size, completion: @escaping @Sendable (Result<Image, ImageSourceError>) -> Void
  ) -> @Sendable () -> Void {
    switch address {
    case .failure(let error):
      completion(.failure(ImageSourceError(error)))
      return {}
    case .success(let address):
      return fetcher.start(address, fitting: TargetSize(covering: size)) { result in
        completion(result.mapError { ImageSourceError($0) })
      }
    }
  }
}

extension RemoteImageSource: CustomStringConvertible, CustomReflectable {
  /// The address without user name, password and query.
  public var description: String {
    switch address {
    case .success(let address): address.shown
    case .failure(let error): error.address
    }
  }

  /// Contains ``description`` only, so that no credentials are printed.
  public var customMirror: Mirror { Mirror(self, children: ["address": description]) }
}
