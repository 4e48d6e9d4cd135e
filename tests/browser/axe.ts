/** Axe, run on a page as it is. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';
import { desktop } from './browser.ts';

const sources = [
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  new URL('judge-page.js', import.meta.url),
];
const source = sources.map((file) => readFileSync(file, 'utf8')).join('\n');

const sessions = new WeakMap<Page, CDPSession>();

type ColorScheme = 'light' | 'dark';
type Violation = { id: string; target: string };

/**
 * What passed in a file before, of the same worker. Contrast is most of what axe's time goes to, and most text looks like
 * text of the screen before.
 */
const passed = {
  phone: new Set<string>(),
  /** In the light; each time the dark was looked at as well. */
  desk: new Set<string>(),
  dark: new Set<string>(),
};

/**
 * Axe finds nothing to say about the page as it is. Its colours are looked at again in the dark, at a desk (a phone has the
 * same ones), unless all of it looks like what was seen in both before.
 * @param within selects a part of the page, and is waited for: axe misjudges the colours of what lies under a dialog's
 *   overlay.
 */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < desktop.viewport.width / 2;
  await page.locator(within).first().waitFor();
  // What is shown until the next rows are there is dimmed.
  await page.locator('html:not(:has([data-stale]))').waitFor();
  if ((await page.evaluate('typeof judge')) === 'undefined') await bringJudge(page);
  const found: Violation[] = await page.evaluate(`judge.structure(${JSON.stringify(within)})`);
  const light = await judgeContrast(page, within, 'light', isPhone ? passed.phone : passed.desk);
  found.push(...light.violations);
  if (!isPhone && light.isNew) {
    await page.emulateMedia({ colorScheme: 'dark' });
    found.push(...(await judgeContrast(page, within, 'dark', passed.dark)).violations);
    await page.emulateMedia({ colorScheme: 'light' });
  }
  expect(found.map(({ id, target }) => `${id} at ${target}`)).toEqual([]);
}

const pictures = process.env.PICTURES;

/** The page is accessible; with PICTURES set to a directory it is also kept as pictures, in the light and in the dark. */
export async function judge(page: Page, name: string): Promise<void> {
  await expectAccessible(page);
  if (pictures === undefined) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${pictures}/${name}-${colorScheme}.png`, fullPage: true });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/**
 * By evaluation, which neither a policy nor a browser without scripts prevents; as a script, which the browser keeps compiled
 * from one document to the next.
 */
async function bringJudge(page: Page): Promise<void> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  const { exceptionDetails } = await session.send('Runtime.evaluate', { expression: source });
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
}

/** @param looks that passed before; those that pass now are added. */
async function judgeContrast(page: Page, within: string, colorScheme: ColorScheme, looks: Set<string>) {
  const judged: { violations: Violation[]; passed: string[]; isNew: boolean } = await page.evaluate(
    `judge.contrast(${JSON.stringify(within)}, ${JSON.stringify([...looks])})`,
  );
  for (const look of judged.passed) looks.add(look);
  const violations = judged.violations.map(({ id, target }) => ({ id: `${colorScheme}: ${id}`, target }));
  return { violations, isNew: judged.isNew };
}
