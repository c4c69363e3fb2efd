package import CarouselUI
package import PhotoBrowsing

/// The menus of the window, from the table of commands: the context menu and the menu of the header.
@MainActor
package enum BrowserMenu {
  /// A group of the menu. A group with a title is a submenu.
  private struct Group {
    var title: String?
    let commands: [Command]
  }

  /// Returns all commands that can be performed on a page. Commands that no group names are in the submenu "More".
  ///
  /// - Parameter target: The view at which the commands are performed; `nil` for the view of the menu.
  package static func items(on page: BrowserState.Page, target: View? = nil) -> [MenuItem] {
    func item(_ command: Command) -> MenuItem {
      var item = MenuItem(command)
      item.commandTarget = target
      return item
    }
    let available = PhotoCommands.all(on: page)
    let ids = Set(available.map(\.id))
    // The first group has commands for the same as the button of the header.
    var named: Set<Command.ID> = [PhotoCommands.menu.id, PhotoCommands.whole.id]
    var parts: [[MenuItem]] = []
    for group in groups {
      let items = group.commands.filter { ids.contains($0.id) && named.insert($0.id).inserted }
        .map(item)
      guard !items.isEmpty else { continue }
      guard let title = group.title else {
        parts.append(items)
        continue
      }
      // Adjacent submenus are one part.
      let submenu = MenuItem(title, submenu: items)
      if parts.last?.last?.submenu.isEmpty == false {
        parts[parts.count - 1].append(submenu)
      } else {
        parts.append([submenu])
      }
    }
    let others = available.filter { named.insert($0.id).inserted }
    if !others.isEmpty {
      parts.insert([MenuItem("More", submenu: others.map(item))], at: parts.count - 1)
    }
    return Array(parts.joined(separator: [.separator]))
  }

  private static let groups: [Group] = [
    Group(commands: [
      PhotoCommands.open, PhotoCommands.close, PhotoCommands.grid, PhotoCommands.slideshow,
      PhotoCommands.slideshowPause, PhotoCommands.copy,
    ]),
    Group(
      title: "Go to",
      commands: [
        PhotoCommands.find, PhotoCommands.findNext, PhotoCommands.findPrevious,
        PhotoCommands.previous, PhotoCommands.next, PhotoCommands.singlePrevious, PhotoCommands.singleNext,
        PhotoCommands.slideshowPrevious, PhotoCommands.slideshowNext,
        PhotoCommands.backward, PhotoCommands.forward, PhotoCommands.first, PhotoCommands.last,
      ]),
    Group(
      title: "Zoom",
      commands: [PhotoCommands.zoomIn, PhotoCommands.zoomOut] + PhotoCommands.zooms.map(\.command)
        + [PhotoCommands.keepZoom] + PhotoCommands.moves.map(\.command)),
    Group(
      title: "Rotation",
      commands: [
        PhotoCommands.rotate, PhotoCommands.rotateBack, PhotoCommands.mirror, PhotoCommands.saveRotation,
        PhotoCommands.undo,
      ]),
    Group(
      title: "Animation",
      commands: [PhotoCommands.playPause, PhotoCommands.nextFrame, PhotoCommands.previousFrame]),
    Group(
      title: "Slideshow",
      commands: [PhotoCommands.slideshowLonger, PhotoCommands.slideshowShorter]
        + PhotoCommands.slideshowIntervals.map(\.command) + [PhotoCommands.slideshowRandom]),
    Group(title: "Transition", commands: PhotoCommands.slideshowTransitions.map(\.command)),
    Group(
      title: "Order", commands: PhotoCommands.orders.map(\.command) + [PhotoCommands.reverse]),
    Group(
      title: "Carousel",
      commands: PhotoCommands.types.map(\.command) + [PhotoCommands.nextType, PhotoCommands.vertical]),
    Group(
      commands: [
        PhotoCommands.fullscreen, PhotoCommands.background, PhotoCommands.panel, PhotoCommands.strip,
        PhotoCommands.name, PhotoCommands.names, PhotoCommands.header,
      ]),
    Group(
      commands: [
        PhotoCommands.openFolder, PhotoCommands.help, PhotoCommands.dismiss, PhotoCommands.quit,
      ]),
  ]
}
