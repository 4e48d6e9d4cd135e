/** A list shows what its address says, as far as the list knows it. */
import { expect, it } from 'vitest';
import {
  chosenOf,
  countActive,
  day,
  isNarrowed,
  matching,
  oneOf,
  onlyTrue,
  text,
  trueOrFalse,
  wholeNumber,
  withUsual,
} from '../../dashboard/src/app/list-filters.ts';

const filters = {
  search: text,
  status: oneOf(['pending', 'paid']),
  action: matching(/^[a-z_]+\.[a-z_]+$/),
  from: day,
  statement_id: wholeNumber,
  broken_splits: onlyTrue,
  is_shadow: trueOrFalse,
  sort: withUsual(oneOf(['newest', 'oldest']), 'newest'),
};

/** The router has read numbers and booleans from the address already. */
it.each([
  [{}, {}],
  [
    { search: 'order-1', sort: 'oldest' },
    { search: 'order-1', sort: 'oldest' },
  ],
  [
    { search: 42, statement_id: 7 },
    { search: '42', statement_id: 7 },
  ],
  [{ search: '' }, {}],
  [{ status: 'paid' }, { status: 'paid' }],
  [{ status: 'lost', sort: 'dearest' }, {}],
  [{ action: 'orders.hold' }, { action: 'orders.hold' }],
  [{ action: 'orders' }, {}],
  [{ from: '2026-11-25' }, { from: '2026-11-25' }],
  [{ from: '2026-13-01' }, {}],
  [{ from: '2026-02-30' }, {}],
  [{ from: 'yesterday', statement_id: '-1' }, {}],
  [
    { broken_splits: true, is_shadow: false },
    { broken_splits: true, is_shadow: false },
  ],
  [{ broken_splits: false, is_shadow: 'perhaps' }, {}],
  [{ month: '2026-11', cursor: 'c' }, {}],
])('%j asks for %j', (address, asked) => {
  expect(chosenOf(filters, address)).toEqual({ sort: 'newest', ...asked });
});

it.each([
  [{}, false],
  [{ sort: 'oldest', cursor: 'c' }, false],
  [{ status: 'lost' }, false],
  [{ is_shadow: false }, true],
  [{ search: 'x', sort: 'oldest' }, true],
])('%j leaves something out: %j', (address, isLeftOut) => {
  expect(isNarrowed(filters, address)).toBe(isLeftOut);
});

it.each([
  [{}, 0],
  [{ sort: 'oldest', search: 'x' }, 0],
  [{ status: 'paid', is_shadow: false, search: 'x' }, 2],
  // The days belong to the span.
  [{ from: '2026-11-25' }, 0],
])('%j uses so many filters that can be put away: %j', (address, count) => {
  expect(countActive(filters, address)).toBe(count);
});
