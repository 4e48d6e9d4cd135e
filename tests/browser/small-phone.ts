/** The smallest phone that is built for (WCAG 2.2, 1.4.10 "Reflow"). */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const width = 320;

/** Texts that reach beyond the window, but for those in what can be scrolled by itself. */
const outside = `(() => {
  const scrolls = (element) => {
    for (let one = element; one !== null && one !== document.body; one = one.parentElement) {
      if (['auto', 'scroll'].includes(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth) return true;
    }
    return false;
  };
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.offsetParent !== null && hasText(element) && !scrolls(element))
    .filter((element) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && (right > innerWidth + 1 || left < -1);
    })
    .map((element) => element.textContent);
})()`;

/** Nothing of the page as it is lies outside a window of 320 pixels, and it need not be scrolled sideways. */
export async function expectToFitSmallPhone(page: Page): Promise<void> {
  const { width: before = width, height = 0 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width, height });
  await expect.poll(() => page.evaluate<string[]>(outside)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  await page.setViewportSize({ width: before, height });
}
