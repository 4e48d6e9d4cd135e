import { describe, expect, it } from 'vitest';
import { createInterfaceOf, type Interface, jsonAnswer } from './interface.ts';

const standing = (...basePaths: string[]): Interface => ({ basePaths, answerError: () => jsonAnswer(404, basePaths) });
const shop = standing('/shop');
const pages = standing('/shop/v1/pages', '/shop/v2/pages');
const rest = standing('');

describe('an address belongs to the interface that stands closest above it', () => {
  const interfaceOf = createInterfaceOf([shop, rest, pages]);
  it.each([
    ['/shop', shop],
    ['/shop/', shop],
    ['/shop?a=/shop/v1/pages', shop],
    ['/shop/v1/pagesx', shop],
    ['/shop/v1/pages', pages],
    ['/shop/v1/pages?x', pages],
    ['/shop/v2/pages/one/two', pages],
    ['/shops', rest],
    ['/Shop', rest],
    ['/', rest],
    ['', rest],
    ['*', rest],
    ['http://anywhere.example/shop/v1', shop],
    ['HTTPS://anywhere.example:8080/shop/v2/pages/x', pages],
    ['http://anywhere.example', rest],
  ])('%s', (url, owner) => {
    expect(interfaceOf(url)).toBe(owner);
  });
});

it('an address that nobody owns is refused when the server is built, not when it is asked', () => {
  expect(() => createInterfaceOf([shop, pages])).toThrow('every address belongs to an interface');
  expect(() => createInterfaceOf([])).toThrow();
});
