public import Testing

/// The rows of `Documentation/Features.md` that a test proves. `scripts/check-features` compares the rows with
/// the tests.
public struct FeatureRows: TestTrait, SuiteTrait {
  public let ids: [String]
}

extension Trait where Self == FeatureRows {
  /// States that the test proves the rows `ids`, such as `"Y07"` or `"D021"`.
  public static func proves(_ ids: String...) -> Self { FeatureRows(ids: ids) }
}
