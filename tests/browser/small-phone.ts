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

/** Facts at the start of a line whose dot, which parts them from the fact before, can be seen. */
const dangling = `(() => [...document.querySelectorAll('body *')]
  .filter((fact) => fact.offsetParent !== null && getComputedStyle(fact, '::before').content.startsWith('"·"'))
  .filter((fact) => {
    const [line, box, before] = [fact, fact.parentElement, fact.previousElementSibling].map((one) =>
      one.getBoundingClientRect(),
    );
    if (before.bottom > line.top) return false;
    const isLeft = getComputedStyle(fact).direction === 'ltr';
    const [, right, , left] = getComputedStyle(fact.parentElement).clipPath.match(/-?[0-9.]+px/g)?.map(parseFloat) ?? [];
    const dot = parseFloat(getComputedStyle(fact, '::before').width) / 2;
    const start = isLeft ? line.left - box.left : box.right - line.right;
    return start - dot >= ((isLeft ? left : right) ?? 0);
  })
  .map((fact) => fact.textContent))()`;

/** Nothing of the page as it is lies outside a window of 320 pixels, and it need not be scrolled sideways. No line begins with a dot. */
export async function expectToFitSmallPhone(page: Page): Promise<void> {
  const { width: before = width, height = 0 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width, height });
  await expect.poll(() => page.evaluate<string[]>(outside)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  expect(await page.evaluate<string[]>(dangling)).toEqual([]);
  await page.setViewportSize({ width: before, height });
}
