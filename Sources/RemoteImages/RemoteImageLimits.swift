/// The limits of a download.
public struct RemoteImageLimits: Hashable, Sendable {
  /// The largest picture file, in bytes, after decompression of the transfer. By default 64 MiB.
  public var bytes = 64 << 20
  /// The largest header of a response, in bytes. By default 64 KiB.
  public var headerBytes = 64 << 10
  /// The longest time of a download, in seconds, with redirects and a second attempt, without the wait for a free
  /// connection. By default 60 s.
  public var seconds = 60.0
  /// The longest time without data from the server, in seconds. By default 15 s.
  public var secondsWithoutData = 15.0
  /// The largest number of redirects. By default 5.
  public var redirects = 5
  /// The largest number of downloads from one host at the same time, at least 1. By default 6. Others wait.
  public var connectionsPerHost = 6
  /// The largest number of downloads at the same time, at least 1. By default 8. Others wait. All downloads together take at most
  /// this number times ``bytes``.
  public var connections = 8
  /// The number of further attempts after a connection was lost or a picture was incomplete. By default 1, at most 100. An answer
  /// of the server, such as status 404, and an exceeded limit are never tried again.
  public var retries = 1

  /// Creates the default limits.
  public init() {}
}
