// The clipboard and the primary selection of the seat with the latest input.
extension WindowSystem {
  /// The clipboard of the seat with the latest input; nil if there is no seat, or if the compositor has no clipboard.
  ///
  /// Wayland: `wl_data_device`.
  public var clipboard: Clipboard? { activeTransfers?.clipboard }

  /// The primary selection of the seat with the latest input: the last selected text, which the middle button pastes.
  /// Nil if there is no seat, or if the compositor has no primary selection.
  ///
  /// Wayland: `zwp_primary_selection_device_v1`.
  public var primarySelection: Clipboard? { activeTransfers?.primarySelection }

  /// The transfers of the seat with the latest input; before any input, those of the first seat.
  private var activeTransfers: SeatTransfers? {
    seatList.latestSeat(.input)?.seat.transfers ?? seats.lazy.compactMap(\.transfers).first
  }
}
