import ControlChannel
import PhotoBrowserUI

extension ControlMessage {
  /// The command `carousel-photos msg`.
  static var toPhotoBrowser: ControlMessage {
    ControlMessage(
      to: "carousel-photos", BrowserControl(of: nil).methods,
      notes: """
        Examples: carousel-photos msg photo.next
                  carousel-photos msg open path=holiday
                  carousel-photos msg state after=0 within=60
        """)
  }
}
