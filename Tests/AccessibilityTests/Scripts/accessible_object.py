"""The objects of a program, read by pyatspi."""

from functools import cached_property


class Object:
    """An object of a program, and the objects inside it.

    Each property is read at its first use, and kept, because each read waits for an answer of the program.
    """

    def __init__(self, accessible, parent=None, index=0):
        self.accessible = accessible
        self.parent = parent
        self._index = index

    @cached_property
    def role(self):
        return self.accessible.getRoleName()

    @cached_property
    def name(self):
        return self.accessible.name

    @cached_property
    def attributes(self):
        return dict(entry.split(":", 1) for entry in self.accessible.getAttributes())

    @cached_property
    def states(self):
        import pyatspi

        def name(state):
            text = str(state)
            return text[len("ATSPI_STATE_"):].lower() if text.startswith("ATSPI") else pyatspi.stateToString(state)

        return sorted({name(state).replace("_", " ") for state in self.accessible.getState().getStates()})

    @cached_property
    def actions(self):
        """The names of the actions."""
        if "Action" not in self._interfaces:
            return []
        action = self.accessible.queryAction()
        return [action.getName(index) for index in range(action.nActions)]

    @cached_property
    def bounds(self):
        """The left and upper edge, the width and the height, in the window; None without bounds."""
        import pyatspi

        if "Component" not in self._interfaces:
            return None
        box = self.accessible.queryComponent().getExtents(pyatspi.WINDOW_COORDS)
        return box.x, box.y, box.width, box.height

    @cached_property
    def _interfaces(self):
        return self.accessible.get_interfaces()

    @cached_property
    def knows_parent(self):
        """Whether the object names the object that it is inside of, and its place in it."""
        return self.accessible.getIndexInParent() == self._index and self.accessible.parent == self.parent.accessible

    @cached_property
    def children(self):
        return [Object(self.accessible.getChildAtIndex(index), self, index) for index in range(self.accessible.childCount)]

    def walk(self):
        """Yields the object and all objects inside it."""
        yield self
        for child in self.children:
            yield from child.walk()

    def find(self, role, name=None):
        """Returns the first object with a role and a name; None if there is none."""
        return next((found for found in self.walk() if found.role == role and name in (None, found.name)), None)

    def perform(self, action):
        """Performs an action by its name."""
        return self.accessible.queryAction().doAction(self.actions.index(action))

    @property
    def visible_bounds(self):
        """The part of the bounds that is inside the bounds of all objects around."""
        left, top, width, height = self.bounds
        right, bottom = left + width, top + height
        around = self.parent
        while around and around.bounds:
            x, y, width, height = around.bounds
            left, top, right, bottom = max(left, x), max(top, y), min(right, x + width), min(bottom, y + height)
            around = around.parent
        return left, top, max(0, right - left), max(0, bottom - top)

    @property
    def line(self):
        """The object as a line: role, name, value, position, states and actions."""
        text = self.role
        if self.name:
            text += f" “{self.name}”"
        if "valuetext" in self.attributes:
            text += f" = “{self.attributes['valuetext']}”"
        if "posinset" in self.attributes:
            text += f", {self.attributes['posinset']} of {self.attributes['setsize']}"
        if "roledescription" in self.attributes:
            text += f" ({self.attributes['roledescription']})"
        text += "".join(f", {state}" for state in self.states if state not in _USUAL)
        return " ".join((text + (f" [{', '.join(self.actions)}]" if self.actions else "")).split())

    def lines(self, indentation=""):
        """Returns the object and all objects inside it, one a line."""
        return [indentation + self.line] + [line for child in self.children for line in child.lines(indentation + "  ")]


# The states that nearly all objects have.
_USUAL = {"enabled", "sensitive", "visible", "showing", "focusable", "selectable", "manages descendants", "checkable", "expandable",
          "single line", "selectable text", "active", "focused"}
