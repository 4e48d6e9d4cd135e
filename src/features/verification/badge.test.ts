import { expect, it } from 'vitest';
import { badge } from './badge.ts';

it.each([
  ['balanced', '28 Nov 2026', 'books: balanced 28 Nov 2026', '#15803d'],
  ['unbalanced', '28 Nov 2026', 'books: do not balance', '#b91c1c'],
  ['unverified', undefined, 'books: not verified yet', '#52626e'],
] as const)('%s', (verdict, day, says, color) => {
  const image = badge(verdict, day);
  expect(image).toContain(`<title>${says}</title>`);
  expect(image).toContain(`fill="${color}"`);
  // It is as wide as what it holds.
  const [, width] = /^<svg [^>]*width="(\d+)"/.exec(image) ?? [];
  const parts = [...image.matchAll(/<rect (?:x="\d+" )?width="(\d+)" height="20" fill/g)].map(([, part]) =>
    Number(part),
  );
  expect(parts).toHaveLength(2);
  expect((parts[0] ?? 0) + (parts[1] ?? 0)).toBe(Number(width));
});
