/// Reports that memory is low.
package protocol PressureSource: AnyObject {
  /// Readable when memory is low. The source keeps it open.
  var descriptor: Int32 { get }
  /// Makes ``descriptor`` unreadable until the next report. Call it when the descriptor is readable.
  ///
  /// - Returns: Whether memory is low.
  func takeReport() -> Bool
}
