"""The rules that every window follows."""

import accessibility_session as a11y

# Roles of objects that need no name.
NAMELESS = {"panel", "label", "heading", "animation", "menu", "scroll pane", "tool tip", "grouping", "frame", "application"}


def violations(program, least_target=0):
    """Returns sentences about objects that break a rule.

    least_target: the smallest width and height of an object with actions, in points
    """
    found = []
    focused = 0
    for accessible in a11y.walk(program):
        text = a11y.line(accessible)
        role, states = accessible.getRoleName(), a11y.states(accessible)

        def add(rule):
            found.append(f"{rule}: {text}")

        if role in ("invalid", "unknown"):
            add("no role")
        names = a11y.actions(accessible)
        if not accessible.name and (role not in NAMELESS or names or "focusable" in states):
            add("no name")
        if any(not name for name in names):
            add("an action without a name")
        focused += "focused" in states
        for index, child in enumerate(a11y.children(accessible)):
            if child.getIndexInParent() != index or child.parent != accessible:
                add(f"the child {index} has another parent or index")
        if role == "application":
            continue
        x, y, width, height = a11y.bounds(accessible)
        if "showing" in states and (width <= 0 or height <= 0):
            add(f"empty bounds {width} × {height}")
        if names and role not in ("list", "list box", "panel") and "showing" in states and "enabled" in states:
            if min(width, height) < least_target:
                add(f"a target of {width} × {height}")
        found += order(accessible, text)
        positions = [int(a11y.attributes(child).get("posinset", 0)) for child in a11y.children(accessible)
                     if child.getRoleName() == "list item"]
        if positions != sorted(set(positions)):
            add(f"the positions {positions}")
    if focused > 1:
        found.append(f"{focused} objects have the focus")
    return found


def show(page, program, least_target=0):
    """Prints the violations on a page, and its objects."""
    found = violations(program, least_target)
    print(f"page {page}: {len(found)} violations", flush=True)
    for violation in found:
        print(f"  {violation}")
    print("\n".join("  " + text for text in a11y.lines(program)))


def order(accessible, text):
    """Children that are one above the other are read from top to bottom. Items follow their positions."""
    boxes = [(child, a11y.bounds(child)) for child in a11y.children(accessible)]
    for (first, upper), (second, lower) in zip(boxes, boxes[1:]):
        overlaps = lower[0] < upper[0] + upper[2] and upper[0] < lower[0] + lower[2]
        is_above = lower[1] + lower[3] <= upper[1]
        if overlaps and is_above and not {"frame", "list item"} & {first.getRoleName(), second.getRoleName()}:
            yield f"read before what is above it: {a11y.line(first)} in {text}"
