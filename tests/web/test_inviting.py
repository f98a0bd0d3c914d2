"""Friends by a link: copied without a clipboard too, pasted as a whole; who comes by it says the name first."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser
from tests.server.live import Server
from tests.web.table import new_page

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("has_clipboard", [True, False])
def test_the_link_is_copied_and_leads_to_the_table(quick: Server, browser: Browser, has_clipboard: bool) -> None:
    page = new_page(browser, permissions=["clipboard-read", "clipboard-write"])
    if not has_clipboard:  # as on a page without https
        page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.goto(quick.base)
    page.click("[data-key=friends]")
    link = page.locator(".link code").inner_text()
    page.click("[data-key=invitation] button")
    page.wait_for_selector("[data-key=invitation] button:has-text('Copied')")
    friend = new_page(browser)
    friend.goto(link)
    field = friend.locator("[data-key=name]")
    field.wait_for()
    name, seat = field.bounding_box(), friend.locator("[data-key=sit1]").bounding_box()
    assert name and seat and name["y"] < seat["y"]
    field.fill("Gleb")
    friend.click("[data-key=sit1]")
    page.wait_for_selector("[data-key=seat1]:has-text('Gleb')")
    assert page.inner_text("[data-key=invitation] button") == "Copied"  # though the page was drawn anew
    page.click("[data-key=leave]")
    page.locator("[data-key=code]").click()
    page.keyboard.press("Control+V")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-key=seats]")
    assert page.url.startswith(link)
    for each in (page, friend):
        assert not each.troubles  # type: ignore[attr-defined]
        each.context.close()
