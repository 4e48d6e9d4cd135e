/** A real Chromium, which arrives through npm, and axe to look at its pages. */
import { AxeBuilder } from '@axe-core/playwright';
import sparticuz from '@sparticuz/chromium';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';

/** The package's own default arguments switch web security off: none of them are used. */
export const launchBrowser = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await sparticuz.executablePath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });

export const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
export const desktop = { viewport: { width: 1280, height: 900 } } satisfies BrowserContextOptions;

/**
 * Axe finds nothing to say about the page as it is. Its colours are looked at again in the dark, at a desk: a phone has
 * the same ones.
 * @param within a part of the page: axe misjudges the colours of what lies under a dialog's overlay.
 */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < desktop.viewport.width / 2;
  for (const colorScheme of isPhone ? (['light'] as const) : (['light', 'dark'] as const)) {
    // A colour that is still changing would be judged half-way.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Legacy mode: no page of its own is opened, so a script-less context can be judged as well.
    const axe = new AxeBuilder({ page: page as never }).setLegacyMode(true);
    if (within !== undefined) axe.include(within);
    const { violations } = await (colorScheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze();
    expect(violations.map(({ id, nodes }) => `${colorScheme}: ${id} at ${nodes[0]?.target}`)).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
