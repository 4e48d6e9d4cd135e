/** Which evidence is asked for first, by the reason of a dispute. */
import { describe, expect, it } from 'vitest';
import { evidenceFor } from '../../dashboard/src/screens/disputes/evidence-by-reason.ts';
import { purposes, textNames } from '../../dashboard/src/screens/disputes/evidence-fields.ts';

const reasons = [
  'credit_not_processed',
  'duplicate',
  'fraudulent',
  'general',
  'product_not_received',
  'product_unacceptable',
  'subscription_canceled',
  'unrecognized',
  'something_new',
  null,
];

describe.each(reasons)('of %s', (reason) => {
  it('three or four texts come first, and none is lost or asked for twice', () => {
    const { first, more } = evidenceFor(reason);
    expect(first[0]).toBe('explanation');
    expect([3, 4]).toContain(first.length);
    expect([...first, ...more].sort()).toEqual([...textNames].sort());
  });

  it('every file is taken', () => {
    expect([...evidenceFor(reason).purposes].sort()).toEqual([...purposes].sort());
  });
});

it('each reason has what decides it', () => {
  expect(evidenceFor('fraudulent').first).toContain('shipping_tracking_number');
  expect(evidenceFor('fraudulent').purposes[0]).toBe('shipping_documentation');
  expect(evidenceFor('product_not_received').first).toContain('shipping_date');
  expect(evidenceFor('duplicate').purposes[0]).toBe('duplicate_charge_documentation');
  expect(evidenceFor('credit_not_processed').first).toContain('refund_policy');
});
