import { expect, it } from 'vitest';
import { shapeOf } from './printed.ts';

/** A chain as it is recorded where other rows were written before it. */
const chain = (ids: { holder: number; settlement: number; transfer: number }) => ({
  request: { path: { id: `settlement:${ids.settlement}` } },
  nodes: [{ key: `EUR/${ids.holder}/cash:${ids.holder}`, account: `cash:${ids.holder}` }, { key: 'EUR/transit' }],
  edges: [{ from: `EUR/${ids.holder}/clearing`, to: `EUR/${ids.holder}/earnings:7`, transfer_id: ids.transfer }],
  parts: [{ trace: `transfer:${ids.transfer}` }, { trace: `line:${ids.transfer}` }],
});

it('the ids of a chain are no part of its shape', () =>
  expect(shapeOf(chain({ holder: 4, settlement: 3, transfer: 7 }))).toEqual(
    shapeOf(chain({ holder: 5, settlement: 4, transfer: 8 })),
  ));

it('what moved is', () => {
  expect(shapeOf({ trace: 'transfer:7' })).not.toEqual(shapeOf({ trace: 'order:7' }));
  expect(shapeOf({ key: 'EUR/4/clearing' })).not.toEqual(shapeOf({ key: 'JPY/4/clearing' }));
});
