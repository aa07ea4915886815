# SPDX-License-Identifier: Apache-2.0
"""What a screen reader and a keyboard find in a page: the accessibility tree of Chromium, the order of the tab key, contrast."""

LEAST_CONTRAST = 4.5  # WCAG 2.1, 1.4.3, level AA

# Roles whose elements mean nothing to a listener unless they have a name.
NAMED = {"button", "link", "textbox", "searchbox", "combobox", "checkbox", "radio", "slider", "spinbutton", "tab", "tabpanel",
         "tablist", "img", "image", "table", "columnheader", "progressbar", "heading", "option", "dialog", "switch"}

# Of each text that is visible: how its colour stands out from its background, by WCAG 2.1, 1.4.3.
CONTRAST = """
const part = c => { c /= 255; return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4 }
const light = c => 0.2126 * part(c[0]) + 0.7152 * part(c[1]) + 0.0722 * part(c[2])
const numbers = text => text.match(/[\\d.]+/g).map(Number)
const behind = element => {
  for (let e = element; e; e = e.parentElement) {
    const c = numbers(getComputedStyle(e).backgroundColor)
    if (c.length < 4 || c[3] === 1) return c
  }
  return [255, 255, 255]
}
const found = []
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
while (walk.nextNode()) {
  const e = walk.currentNode.parentElement, style = getComputedStyle(e)
  if (!walk.currentNode.data.trim() || !e.getClientRects().length || style.visibility === 'hidden') continue
  const svg = e.namespaceURI.endsWith('svg')
  const [a, b] = [light(numbers(svg ? style.fill : style.color)), light(behind(e))].sort((x, y) => y - x)
  found.push([(a + 0.05) / (b + 0.05), walk.currentNode.data.trim().slice(0, 40), e.tagName])
}
return found.sort((x, y) => x[0] - y[0])
"""

# Buttons whose label takes more than one line, and fields that cut a short value.
CUT = """
const lines = button => { const range = document.createRange(); range.selectNodeContents(button)
                          return new Set([...range.getClientRects()].map(r => Math.round(r.top))).size }
return [...document.querySelectorAll('button:not([data-run])')].filter(b => lines(b) > 1).map(b => b.innerText).concat(
  [...document.querySelectorAll('input:not([type=checkbox])')].filter(i => i.value.length <= 16 && i.scrollWidth > i.clientWidth).map(i => i.value))
"""

# The element that has the focus: its name, and whether one sees that it has it (WCAG 2.1, 2.4.7).
FOCUS = """
const e = document.activeElement, style = getComputedStyle(e)
return [e.id || e.dataset.key || e.getAttribute('aria-label') || e.innerText.slice(0, 30) || e.tagName,
        style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0 || style.boxShadow !== 'none']
"""


def tree(driver):
    """Role, name and level of every node that is not ignored."""
    nodes = driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    for node in nodes:
        if not node.get("ignored"):
            level = [p["value"]["value"] for p in node.get("properties", []) if p["name"] == "level"]
            yield node["role"]["value"], node.get("name", {}).get("value", "").strip(), level[0] if level else None


def property_of(driver, name, wanted):
    """A property, such as "invalid", of a node with this name that has it; None without one."""
    nodes = driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    return next((p["value"].get("value") for node in nodes if node.get("name", {}).get("value") == name
                 for p in node.get("properties", []) if p["name"] == wanted), None)


def contrasts(driver):
    """(ratio, text, element) of every visible text, the least first."""
    return driver.execute_script(CONTRAST)


def tab_stops(driver, limit=200):
    """(name, whether the focus is seen) of the elements that the tab key reaches from the top, in order."""
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys
    driver.execute_script("const e = document.createElement('span'); e.tabIndex = -1; document.body.prepend(e); e.focus(); e.remove()")
    stops = []
    for _ in range(limit):
        ActionChains(driver).send_keys(Keys.TAB).perform()
        if driver.execute_script("return document.activeElement === document.body"):
            break
        stop = tuple(driver.execute_script(FOCUS))
        if stop in stops:
            break
        stops.append(stop)
    return stops


def check_labels(driver, view):
    """Raises AssertionError where labels of buttons are broken or values of fields are cut."""
    cut = driver.execute_script(CUT)
    assert not cut, f"{view}: not seen whole: {cut}"


def check(driver, view):
    """Raises AssertionError where a view keeps something from those who listen to it or need contrast, or shows parts of labels."""
    nodes = list(tree(driver))
    nameless = [role for role, name, _ in nodes if role in NAMED and not name]
    assert not nameless, f"{view}: no name for {nameless}"
    levels = [level for role, _, level in nodes if role == "heading"]
    assert levels.count(1) == 1, f"{view}: levels of headings {levels}"
    assert all(after - before <= 1 for before, after in zip(levels, levels[1:])), f"{view}: a level is left out in {levels}"
    check_labels(driver, view)
    ratio, text, element = contrasts(driver)[0]
    assert ratio >= LEAST_CONTRAST, f"{view}: contrast of {ratio:.1f} at {text!r} ({element})"
