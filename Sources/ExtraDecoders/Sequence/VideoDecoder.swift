#if HEIF
  /// Decodes the samples of a track, one after the other.
  protocol VideoDecoder: AnyObject {
    /// Passes the next sample; `nil` after the last one. Returns whether it is accepted.
    func push(_ sample: UnsafeRawBufferPointer?) -> Bool

    /// Calls a function with the next picture, if there is one.
    func withPicture(_ body: (VideoPicture) -> Void) -> VideoOutcome
  }

  /// The outcome of a step of a ``VideoDecoder``.
  enum VideoOutcome {
    case picture
    /// More samples are needed.
    case needsSample
    case failed
  }

  /// The planes of a decoded picture, valid while its decoder is not used.
  struct VideoPicture {
    /// A plane of numbers of one or two bytes.
    struct Plane {
      let start: UnsafeRawPointer
      let stride: Int
    }

    let width: Int
    let height: Int
    let luma: Plane
    /// The two planes of color differences; `nil` for a gray picture.
    let chroma: (blue: Plane, red: Plane)?
    /// By how many bits the coordinates of the color differences are smaller.
    let chromaShift: (x: Int, y: Int)
    /// The number of bits of a number.
    let depth: Int
    /// The numbers are `0...` the largest one. Otherwise there is room below black and above white.
    var isFullRange: Bool
    /// The coding of the colors. ITU-T H.273: `MatrixCoefficients`.
    var matrix: Int
  }
#endif
