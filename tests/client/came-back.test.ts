/** How the chain of a payout is drawn that gave its money back. */
import { expect, it } from 'vitest';
import { asCameBack } from '../../dashboard/src/screens/traces/came-back.ts';

type Chain = Parameters<typeof asCameBack>[0];
type Node = Chain['nodes'][number];

const node = (key: string, layer: number, held = 0, cameIn = 20) => ({ key, layer, held, came_in: cameIn }) as Node;
const edge = (from: string, to: string, code: string) => ({ from, to, code, amount: 20 }) as Chain['edges'][number];

const [taken, sent] = [edge('earnings', 'pending', 'payout'), edge('pending', 'out:bank', 'payout_sent')];
const [sentBack, returned] = [
  edge('in:bank', 'pending', 'payout_returned'),
  edge('pending', 'earnings', 'payout_returned'),
];
const [earnings, bankAtReturn, pending, bank] = [
  node('earnings', 0),
  node('in:bank', 0, -20, 0),
  node('pending', 1, 0, 40),
  node('out:bank', 2, 20),
];
const chain = (nodes: Node[], edges: Chain['edges']): Chain => ({ trace: 'payout:po_1', nodes, edges });

const drawn = (of: Chain) => {
  const { nodes, edges } = asCameBack(of);
  return {
    nodes: nodes.map(({ key, held, came_in, isReturned = false }) => [key, held, came_in, isReturned]),
    edges: edges.map(({ from, to }) => [from, to]),
  };
};

it('the bank stands there once, gave the money back, and the account has it again', () => {
  const whole = chain([earnings, bankAtReturn, pending, bank], [taken, sent, sentBack, returned]);
  expect(drawn(whole)).toEqual({
    nodes: [
      ['earnings', 0, 20, false],
      ['again:earnings', 20, 20, false],
      ['pending', 0, 20, false],
      ['out:bank', 0, 20, true],
    ],
    edges: [
      ['earnings', 'pending'],
      ['pending', 'out:bank'],
      ['out:bank', 'again:earnings'],
    ],
  });
  const [again, last] = [asCameBack(whole).nodes[1], asCameBack(whole).nodes[3]];
  expect(again?.layer).toBeGreaterThan(last?.layer ?? Number.POSITIVE_INFINITY);
});

it('a payout that was rejected before it was sent came back from where payouts wait', () => {
  expect(drawn(chain([earnings, pending], [taken, returned]))).toEqual({
    nodes: [
      ['earnings', 0, 20, false],
      ['again:earnings', 20, 20, false],
      ['pending', 0, 20, true],
    ],
    edges: [
      ['earnings', 'pending'],
      ['pending', 'again:earnings'],
    ],
  });
});

it('its fee comes back beside what the bank returned', () => {
  const fees = node('fees', 2, 0, 1);
  const [charged, repaid] = [edge('pending', 'fees', 'payout_fee'), edge('fees', 'pending', 'payout_fee_returned')];
  const all = [taken, charged, sent, sentBack, repaid, returned];
  const { nodes, edges } = drawn(chain([earnings, bankAtReturn, pending, bank, fees], all));
  expect(nodes.at(-1)).toEqual(['fees', 0, 1, true]);
  expect(edges.slice(-2)).toEqual([
    ['out:bank', 'again:earnings'],
    ['fees', 'again:earnings'],
  ]);
});

it.each([
  ['a payout that arrived', chain([earnings, pending, bank], [taken, sent])],
  ['the chain of something else', { ...chain([earnings, pending], [taken, returned]), trace: 'order:1' }],
])('%s is drawn as it is', (_what, { nodes, edges, trace }) => {
  expect(asCameBack({ nodes, edges, trace })).toEqual({ nodes, edges });
});
