/** Where the focus is, for whoever works by keyboard. */
import type { Locator, Page } from 'playwright-core';

/** In the browser; this program does not have its types. */
type Window = { document: { activeElement: unknown } };
type Box = { contains: (element: unknown) => boolean };

/** Waits until this element has the focus. */
export async function focusIn(page: Page, element: Locator): Promise<void> {
  const handle = await element.elementHandle();
  await page.waitForFunction((wanted) => (globalThis as unknown as Window).document.activeElement === wanted, handle);
}

/** Opens a dialog by keyboard, finds the focus in it, and has it back after Escape. @param choose from a menu. */
export async function expectFocusBack(
  page: Page,
  opener: Locator,
  choose = async (): Promise<void> => {},
): Promise<void> {
  await opener.press('Enter');
  await choose();
  const dialog = await page.getByRole('dialog').elementHandle();
  await page.waitForFunction(
    (box) => (box as unknown as Box).contains((globalThis as unknown as Window).document.activeElement),
    dialog,
  );
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await focusIn(page, opener);
}
