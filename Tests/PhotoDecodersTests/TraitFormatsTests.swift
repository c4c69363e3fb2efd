import DecoderProtocol
import Foundation
import ImageFixtures
import Testing

/// Formats whose libraries are enabled by traits of the package. The files have 64 × 64 pixels, with red and
/// green quarters above blue and yellow ones. They were made with heif-enc and cjxl.
struct TraitFormatsTests {
  private func expectQuarters(_ base64: String, format: String) throws {
    let bytes = Array(try #require(Data(base64Encoded: base64, options: .ignoreUnknownCharacters)))
    #if HEIF && JPEGXL
      let isSupported = true
    #elseif HEIF
      let isSupported = format != "JPEG XL"
    #elseif JPEGXL
      let isSupported = format == "JPEG XL"
    #else
      let isSupported = false
    #endif
    guard isSupported else {
      #expect(failure(bytes) == .unsupported(format: format))
      return
    }
    for size in [TargetSize(width: 64, height: 64), TargetSize(width: 16, height: 16)] {
      let image = try TestImage(bytes, DecodeRequest(size: size))
      #expect(image.result.header.format == format)
      #expect((image.result.header.width, image.result.header.height) == (64, 64))
      #expect((image.width, image.height) == (size.width, size.height))
      let (near, far) = (size.width / 4, size.width * 3 / 4)
      #expect(image.color(near, near).isNear(.red, within: 24))
      #expect(image.color(far, near).isNear(.green, within: 24))
      #expect(image.color(near, far).isNear(.blue, within: 24))
      #expect(image.color(far, far).isNear(.yellow, within: 24))
    }
    let part = try TestImage(bytes, DecodeRequest(region: PixelRegion(x: 40, y: 3, width: 20, height: 20)))
    #expect(part.color(9, 9).isNear(.green, within: 24))
    guard case .damaged = failure(Array(bytes.prefix(bytes.count / 3))) else {
      Issue.record("a third of a file was decoded")
      return
    }
  }

  @Test("With the trait HEIF a HEIC file is decoded; without it the error names the format")
  func heic() throws { try expectQuarters(Self.heicFile, format: "HEIC") }

  @Test("With the trait HEIF an AVIF file is decoded; without it the error names the format")
  func avif() throws { try expectQuarters(Self.avifFile, format: "AVIF") }

  @Test("With the trait JPEGXL a JPEG XL file is decoded; without it the error names the format")
  func jpegXL() throws { try expectQuarters(Self.jpegXLFile, format: "JPEG XL") }

  private static let heicFile = """
    AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAA
    AAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFmAAEAAAAAAAAAQgAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAwmlwcnAA
    AACkaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkA
    AAAwAAAwAeoCCBBZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAEAAAABAAAAAEHBpeGkAAAAAAwgICAAA
    ABZpcG1hAAAAAAAAAAEAAQOBAoMAAABKbWRhdAAAAD4oAa8E+EEyadv/yYf///yvXdl/kxNBfufz+j3/9/ZX//2Yjs0+/4sP6N/TLDf/9cbx/L
    /8JI//8JB1j+K8eg==
    """

  private static let avifFile = """
    AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAOptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAA
    AAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAEOAAEAAAAAAAAAPwAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGF2MDEAAAAAamlwcnAA
    AABLaXBjbwAAABNjb2xybmNseAACAAIABoAAAAAMYXYxQ4EADAAAAAAUaXNwZQAAAAAAAABAAAAAQAAAABBwaXhpAAAAAAMICAgAAAAXaXBtYQ
    AAAAAAAAABAAEEgYIDhAAAAEdtZGF0EgAKCRgVf/2CBAQNCDIwE0ACCCCEALRVVcfk6VUNkbc91cXua/nsndFUSqPBWpzyi8Igehpi5ABF4MUL
    P9Vg
    """

  private static let jpegXLFile = """
    /wpPQEJxIQASiAIAfAhd5RIAABUqo4wbvJzr+fJDh8W0jesMbbVtAQAAADyAfyWJIuPYJJ3AYZKCArmuXTGqjTHG6BgZgwWxwlFqLV5j5EW2qt
    S2EhkVYzxGkOYkAFaEDT1G5IPZkX8JocHUfQyH85hm53ZJ/ve4eSFBzl2VoTdk7guhEoxHKzwKrkeMUJ9f8ngCy5niED5i3++c6r+vu3QEVJAS
    XHcL7pDIICzqRDNVzu2ry2AxaWJcaqV2hLPgX/XasdFa2Ep8aB1L2Y6Bapubrf340XvYnQ3Y8Ozzz5H/zNC/BTzXtzZ2V0D98iUyMtTTrEbMA9
    tcAkgowm6TrjCEDb/DxngJ0LIJjvnlp3NJuruReZxnSfSfPOvrQUiB5FYSybv8yfvjTV5+nIwxvugiJElkBb2XQUvzAsjgKrwH3bEK0bIR0Lxe
    HEXSmwVkYvNJfEaV/HgQavmIMiMUZUtv4bdKrPwtX1XcFviRB/DWbODt0fLVFBmG2RLYAZlg+BeV6MSH5k/g/7Of5hbrfysMaAgp9JzQd6dfKO
    1/tf8ORVxF6ftKXLDgbbDr1U0wJiKQIF+o1M9rXNZ3QBAyCCiIN4hj4CVcQ6gEIaQQDJfaDk8+1vEXV92ct0rgXuzspabwL/BiLvW3a9fnUIDg
    RlN09lVQ4ENZMsmO/Qj0ZDxSPGQT1jBBgH8MQpx+O38HQRv4S1XPFlM4hKzhKUKsawgHXhqTjQ+1g0ucOgQ=
    """
}
