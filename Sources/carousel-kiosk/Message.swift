import ControlChannel
import KioskUI

extension ControlMessage {
  /// The command `carousel-kiosk msg`.
  static var toKiosk: ControlMessage {
    ControlMessage(
      to: "carousel-kiosk", KioskControl(of: nil).methods,
      notes: """
        Examples: carousel-kiosk msg next
                  carousel-kiosk msg show entry=bread.jpg
                  carousel-kiosk msg events after=0 within=60
        """)
  }
}
