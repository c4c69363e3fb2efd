#if HEIF
  internal import CDe265
  internal import PhotoDecoders

  /// Decodes HEVC with libde265, on the thread of the caller. The pictures come in the order in which they are shown.
  final class HEVCDecoder: VideoDecoder {
    private let decoder: UnsafeMutableRawPointer
    /// The number of bytes of the length before a unit of data.
    private let lengthBytes: Int

    /// - Parameter configuration: The box `hvcC`, with the parameter sets.
    init?(_ configuration: UnsafeRawBufferPointer) {
      guard let sizes = configuration.number(at: 21, bytes: 1),
        let arrays = configuration.number(at: 22, bytes: 1), let decoder = de265_new_decoder()
      else { return nil }
      (self.decoder, lengthBytes) = (decoder, sizes & 3 + 1)
      var place = 23
      for _ in 0..<arrays {
        guard let count = configuration.number(at: place + 1, bytes: 2) else { return }
        place += 3
        for _ in 0..<count {
          guard let length = configuration.number(at: place, bytes: 2),
            let unit = configuration.part(place + 2, length)
          else { return }
          de265_push_NAL(decoder, unit.baseAddress, Int32(unit.count), 0, nil)
          place += 2 + length
        }
      }
    }

    deinit { de265_free_decoder(decoder) }

    func push(_ sample: UnsafeRawBufferPointer?) -> Bool {
      guard let sample else { return de265_flush_data(decoder) == DE265_OK }
      var place = 0
      while let length = sample.number(at: place, bytes: lengthBytes),
        let unit = sample.part(place + lengthBytes, length)
      {
        de265_push_NAL(decoder, unit.baseAddress, Int32(clamping: unit.count), 0, nil)
        place += lengthBytes + length
      }
      de265_push_end_of_frame(decoder)
      return place == sample.count
    }

    func withPicture(_ body: (VideoPicture) -> Void) -> VideoOutcome {
      while true {
        var more: Int32 = 0
        let picture = de265_get_next_picture(decoder)
        guard picture == nil else { return pass(picture, to: body) }
        let code = de265_decode(decoder, &more)
        if code == DE265_OK, more != 0 { continue }
        if let picture = de265_get_next_picture(decoder) { return pass(picture, to: body) }
        return code == DE265_OK || code == DE265_ERROR_WAITING_FOR_INPUT_DATA ? .needsSample : .failed
      }
    }

    private func pass(_ picture: OpaquePointer?, to body: (VideoPicture) -> Void) -> VideoOutcome {
      guard let planes = picture.flatMap({ Self.planes($0) }) else { return .failed }
      body(planes)
      return .picture
    }

    private static func planes(_ picture: OpaquePointer) -> VideoPicture? {
      func plane(_ channel: Int32) -> VideoPicture.Plane? {
        var stride: Int32 = 0
        return de265_get_image_plane(picture, channel, &stride).map { .init(start: $0, stride: Int(stride)) }
      }
      let format = de265_get_chroma_format(picture)
      let depth = Int(de265_get_bits_per_pixel(picture, 0))
      guard let luma = plane(0), (8...16).contains(depth) else { return nil }
      var chroma: (VideoPicture.Plane, VideoPicture.Plane)?
      if format != de265_chroma_mono {
        guard let blue = plane(1), let red = plane(2), Int(de265_get_bits_per_pixel(picture, 1)) == depth
        else {
          return nil
        }
        chroma = (blue, red)
      }
      return VideoPicture(
        width: Int(de265_get_image_width(picture, 0)), height: Int(de265_get_image_height(picture, 0)),
        luma: luma, chroma: chroma,
        chromaShift: (format == de265_chroma_444 ? 0 : 1, format == de265_chroma_420 ? 1 : 0), depth: depth,
        isFullRange: de265_get_image_full_range_flag(picture) != 0,
        matrix: Int(de265_get_image_matrix_coefficients(picture)))
    }
  }
#endif
