#if HEIF
  internal import CDav1d
  internal import Glibc

  /// Decodes AV1 with dav1d, on the thread of the caller.
  final class AV1Decoder: VideoDecoder {
    private var decoder: OpaquePointer?
    /// The rest of the last sample.
    private var data = Dav1dData()

    /// - Parameter pixels: The largest number of pixels of a picture.
    init?(pixels: Int) {
      var settings = Dav1dSettings()
      dav1d_default_settings(&settings)
      (settings.n_threads, settings.max_frame_delay, settings.strict_std_compliance) = (1, 1, 1)
      settings.frame_size_limit = UInt32(clamping: pixels)
      guard dav1d_open(&decoder, &settings) == 0 else { return nil }
    }

    deinit {
      dav1d_data_unref(&data)
      dav1d_close(&decoder)
    }

    func push(_ sample: UnsafeRawBufferPointer?) -> Bool {
      guard let sample, let start = sample.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
        return true
      }
      dav1d_data_unref(&data)
      // The file outlives the decoder.
      return dav1d_data_wrap(&data, start, sample.count, { _, _ in }, nil) == 0
    }

    func withPicture(_ body: (VideoPicture) -> Void) -> VideoOutcome {
      while true {
        if data.sz > 0 {
          let sent = dav1d_send_data(decoder, &data)
          if sent != 0, sent != -EAGAIN { return .failed }
        }
        var picture = Dav1dPicture()
        let received = dav1d_get_picture(decoder, &picture)
        if received == 0 {
          defer { dav1d_picture_unref(&picture) }
          guard let planes = Self.planes(picture) else { return .failed }
          body(planes)
          return .picture
        }
        if received != -EAGAIN { return .failed }
        // With a rest of the sample, the decoder accepts more of it now.
        if data.sz == 0 { return .needsSample }
      }
    }

    private static func planes(_ picture: Dav1dPicture) -> VideoPicture? {
      guard let luma = picture.data.0, let sequence = picture.seq_hdr?.pointee else { return nil }
      var chroma: (VideoPicture.Plane, VideoPicture.Plane)?
      if picture.p.layout != DAV1D_PIXEL_LAYOUT_I400, let blue = picture.data.1, let red = picture.data.2 {
        let stride = picture.stride.1
        chroma = (.init(start: blue, stride: stride), .init(start: red, stride: stride))
      }
      return VideoPicture(
        width: Int(picture.p.w), height: Int(picture.p.h),
        luma: .init(start: luma, stride: picture.stride.0), chroma: chroma,
        chromaShift: (
          picture.p.layout == DAV1D_PIXEL_LAYOUT_I444 ? 0 : 1,
          picture.p.layout == DAV1D_PIXEL_LAYOUT_I420 ? 1 : 0
        ), depth: Int(picture.p.bpc), isFullRange: sequence.color_range != 0,
        matrix: Int(sequence.mtrx.rawValue))
    }
  }
#endif
