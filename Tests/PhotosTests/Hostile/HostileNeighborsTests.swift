import DecoderClient
import DecoderProtocol
import Drawing
import Foundation
import ImageFixtures
import Photos
import TestSupport
import Testing

/// Hostile files of every format beside intact ones, loaded by one program within its memory. `scripts/soak neighbors` loads
/// 2,000 of them, also with helpers that were built with the address sanitizer.
struct HostileNeighborsTests {
  /// The result of a load.
  private enum Outcome: Hashable {
    case picture(hash: Int, width: Int, height: Int)
    case failure(PhotoError.Reason)

    init(_ stage: PhotoLoader.Stage?) throws {
      switch stage {
      case .full(let image)?, .incomplete(let image, _)?:
        let hash = image.withPixels { pixels in
          var hasher = Hasher()
          hasher.combine(bytes: pixels)
          return hasher.finalize()
        }
        self = .picture(hash: hash, width: image.width, height: image.height)
      case .failed(let error)?: self = .failure(error.reason)
      case .preview?, nil: throw MissingResult()
      }
    }

    /// The status with which a helper ended; `nil` if it has not ended.
    var statusOfHelper: Int32? {
      if case .failure(.helper(.endedTwice(let status))) = self { status } else { nil }
    }
  }

  private struct MissingResult: Error {}

  /// The number of hostile files, in turns of each format.
  private static let count = SoakSettings.count(2 * HostileSample.all.count)

  /// The samples that a build without one of the formats may refuse.
  private static let missingFormats: Set<String> = {
    #if HEIF && JPEGXL && SVG && RAW
      return []
    #else
      return [
        "HEIC", "AVIF", "AVIF sequence", "HEIC sequence", "JPEG XL", "SVG", "compressed SVG", "camera raw",
      ]
    #endif
  }()

  /// The limits of the viewer on this machine.
  private static let options: DecoderPool.Options = {
    let governor = MemoryGovernor(
      machineBytes: SystemMemory.machineBytes, groupBytes: SystemMemory.groupBytes)
    var options = DecoderPool.Options()
    options.limits.workingBytes = min(options.limits.workingBytes, governor.decodeLimit)
    options.concurrentBytes = governor.concurrentDecodeLimit(
      for: options.helperCount + DecoderPool.extraHelperCount)
    options.onLargeDecode = { bytes in
      if bytes > 0 { SoakSettings.report("hostile neighbors: large decode of \(bytes >> 20) MiB") }
    }
    return options
  }()

  @Test(
    "Beside hostile files of every format, no intact file loses its picture, and each hostile one has a picture or a reason"
  )
  func neighbors() async throws {
    let folder = try TemporaryFolder()
    // A cache would answer for a neighbor that is lost.
    let loader = PhotoLoader(byteBudget: 0, decoder: PhotoDecoder(Self.options))
    let size = TargetSize(width: 40, height: 40)
    @Sendable func load(_ photo: Photo) async throws -> Outcome {
      let stages = loader.stages(of: photo, at: size)
      return try await waitFor("the last stage of \(photo.path)", within: .seconds(300)) {
        var last: PhotoLoader.Stage?
        for await stage in stages { last = stage }
        return try Outcome(last)
      }
    }
    var intact: [(photo: Photo, outcome: Outcome)] = []
    for (index, sample) in HostileSample.all.enumerated() {
      let photo = try folder.add("intact \(index)", sample.bytes)
      let outcome = try await load(photo)
      if case .failure(let reason) = outcome {
        guard case .content(.unsupported) = reason, Self.missingFormats.contains(sample.name) else {
          Issue.record("\(sample.name): \(reason)")
          continue
        }
      }
      intact.append((photo, outcome))
    }
    var random = SplitMix(seed: SoakSettings.firstSeed)
    var (pictures, reasons, ended) = (0, 0, 0)
    for number in 0..<Self.count {
      let (sample, round) = (
        HostileSample.all[number % HostileSample.all.count], number / HostileSample.all.count
      )
      let hostile = try folder.add("hostile \(number)", sample.altered(round: round, by: &random))
      let neighbor = intact[(number + round) % intact.count]
      async let hostileOutcome = load(hostile)
      let neighborOutcome = try await load(neighbor.photo)
      #expect(neighborOutcome == neighbor.outcome, "beside the \(sample.name) of round \(round)")
      let outcome = try await hostileOutcome
      try FileManager.default.removeItem(atPath: hostile.path)
      if case .picture = outcome { pictures += 1 } else { reasons += 1 }
      if let status = outcome.statusOfHelper {
        ended += 1
        SoakSettings.report(
          "the \(sample.name) of round \(round) ended its helpers with the status \(status)")
      }
    }
    SoakSettings.report(
      "hostile neighbors: \(pictures) pictures, \(reasons) reasons, \(ended) files that ended their helpers")
    #expect(pictures > 0 && reasons > 0)
  }
}
