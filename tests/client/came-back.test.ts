/** How the chain of a payout is drawn that the bank sent back. */
import { expect, it } from 'vitest';
import { asCameBack } from '../../dashboard/src/screens/traces/came-back.ts';

type Chain = Parameters<typeof asCameBack>[0];

const node = (key: string, held: number, cameIn: number) => ({ key, held, came_in: cameIn }) as Chain['nodes'][number];
const edge = (from: string, to: string, code: string) => ({ from, to, code, amount: 20 }) as Chain['edges'][number];

const sent = [edge('earnings', 'pending', 'payout'), edge('pending', 'out:bank', 'payout_sent')];
const whole: Chain = {
  trace: 'payout:po_1',
  nodes: [node('earnings', 0, 20), node('in:bank', -20, 0), node('pending', 0, 40), node('out:bank', 20, 20)],
  edges: [...sent, edge('in:bank', 'pending', 'payout_returned'), edge('pending', 'earnings', 'payout_returned')],
};

it('the account has the money again, and the bank stands there once and has nothing', () => {
  const { nodes, edges } = asCameBack(whole);
  expect(nodes.map(({ key, held, came_in }) => [key, held, came_in])).toEqual([
    ['earnings', 20, 20],
    ['pending', 0, 20],
    ['out:bank', 0, 20],
  ]);
  expect(edges.map(({ from, to }) => [from, to])).toEqual([
    ['earnings', 'pending'],
    ['pending', 'out:bank'],
    ['out:bank', 'pending'],
    ['pending', 'earnings'],
  ]);
});

it.each([
  ['a payout that arrived', { ...whole, edges: sent }],
  [
    'a payout that was rejected before it was sent',
    { ...whole, edges: [sent[0], edge('pending', 'earnings', 'payout_returned')] },
  ],
  ['the chain of something else', { ...whole, trace: 'order:1' }],
])('%s is drawn as it is', (_what, chain) => {
  expect(asCameBack(chain as Chain)).toBe(chain);
});
