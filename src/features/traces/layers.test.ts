/** Where the nodes of a chain stand: always after what their money came from. */
import { expect, it } from 'vitest';
import { layersOf } from './layers.ts';

/** `from > to`, one a second; `~` of a note. */
const layers = (...moves: string[]) => {
  const edges = moves.map((move, second) => {
    const [from = '', to = ''] = move.replace('~', '').split(' > ');
    return { from, to, isMemo: move.startsWith('~'), firstAt: new Date(second * 1_000) };
  });
  return Object.fromEntries(layersOf(edges));
};

it.each([
  ['a payment of a customer', ['wallet > shop'], { wallet: 0, shop: 1 }],
  [
    'a returned fee, beside what came in',
    ['card > wallet', 'fees > wallet', 'wallet > payout'],
    { card: 0, fees: 0, wallet: 1, payout: 2 },
  ],
  ['a fee', ['card > wallet', 'wallet > fees', 'wallet > payout'], { card: 0, wallet: 1, fees: 2, payout: 2 }],
  [
    'what went back',
    ['clearing > earnings', 'earnings > clearing', 'earnings > payout'],
    { clearing: 0, earnings: 1, payout: 2 },
  ],
  ['two ways of unlike length', ['in > a', 'a > b', 'in > b', 'b > out'], { in: 0, a: 1, b: 2, out: 3 }],
  ['to itself', ['a > a', 'a > b'], { a: 0, b: 1 }],
  ['a note against the money', ['~b > a', 'a > b'], { a: 0, b: 1 }],
  ['a note alone', ['~debt > owed'], { debt: 0, owed: 1 }],
] as [string, string[], Record<string, number>][])('%s', (_, moves, expected) => {
  expect(layers(...moves)).toEqual(expected);
});
