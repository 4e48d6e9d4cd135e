/** The plan of a Friday evening: the same for the same evening, every state in every size, and sums that add up. */
import { describe, expect, it } from 'vitest';
import { endOf, instantOfMinute, nextFridayEvening } from './evening.ts';
import { type EveningSize, type EveningStep, eveningCards, eveningMinutes, planEvening } from './plan-evening.ts';

const links = { restaurants: [1, 2, 3, 4, 5, 6, 7], couriers: [8, 9, 10, 11, 12] };
const plan = (orders: EveningSize, number = 1) => planEvening({ number, orders }, links);
type Of<Kind extends EveningStep['kind']> = Extract<EveningStep, { kind: Kind }>;
const of = <Kind extends EveningStep['kind']>(steps: readonly EveningStep[], kind: Kind): Of<Kind>[] =>
  steps.filter((step): step is Of<Kind> => step.kind === kind);
const cents = (amount: number) => Math.round(amount * 100);

/** Several evenings of both sizes: what holds of any. */
const evenings = ([100, 500] as const).flatMap((orders) => [1, 2, 3, 17].map((number) => ({ orders, number })));

describe('the plan of an evening', () => {
  it('is the same however often it is read, and another on another evening', () => {
    expect(plan(500)).toEqual(plan(500));
    expect(plan(100, 2)).not.toEqual(plan(100));
  });

  it.each(evenings)(
    'of $orders orders, number $number: each has a ref of its own and splits that add up',
    (evening) => {
      const orders = of(planEvening(evening, links), 'order');
      expect(orders).toHaveLength(evening.orders);
      expect(new Set(orders.map(({ ref }) => ref)).size).toBe(evening.orders);
      for (const { body } of orders) {
        expect(body.splits.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(cents(body.total_amount));
      }
    },
  );

  it.each(evenings)(
    'of $orders orders, number $number: no step is outside it, and none before its order',
    (evening) => {
      const steps = planEvening(evening, links);
      const seen = new Set<string>();
      let last = 0;
      for (const step of steps) {
        expect(step.minute).toBeGreaterThanOrEqual(last);
        last = step.minute;
        if (step.kind === 'order') seen.add(step.ref);
        else if ('ref' in step) expect(seen.has(step.ref)).toBe(true);
      }
      expect(last).toBeLessThanOrEqual(eveningMinutes);
    },
  );

  it.each<[size: EveningSize, counts: Record<string, number>]>([
    [100, { declined: 4, poor: 2, unconfirmed: 2, disputed: 1, cancel: 4, hold: 2, refund: 6, shadow: 4, broken: 1 }],
    [
      500,
      { declined: 20, poor: 10, unconfirmed: 10, disputed: 1, cancel: 20, hold: 10, refund: 30, shadow: 20, broken: 1 },
    ],
  ])('of %i orders has every state', (size, expected) => {
    const steps = plan(size);
    const byCard = (card: string) => of(steps, 'pay').filter((step) => step.card === card).length;
    const bodies = of(steps, 'order').map(({ body }) => body);
    const isUnnamed = (body: (typeof bodies)[number]) => body.splits[0]?.beneficiary_ref === undefined;
    const { declined, poor, unconfirmed, disputed } = eveningCards;
    expect({
      declined: byCard(declined),
      poor: byCard(poor),
      unconfirmed: byCard(unconfirmed),
      disputed: byCard(disputed),
      cancel: of(steps, 'cancel').length,
      hold: of(steps, 'hold').length,
      refund: of(steps, 'refund').length,
      shadow: bodies.filter(({ is_shadow }) => is_shadow).length,
      broken: bodies.filter((body) => isUnnamed(body) && !body.is_shadow).length,
    }).toEqual(expected);
  });

  it('has its rush at half past seven', () => {
    const orders = of(plan(500), 'order');
    const around = (minute: number) => orders.filter((step) => Math.abs(step.minute - minute) <= 30).length;
    expect(around(150)).toBeGreaterThan(3 * around(30));
    expect(around(150)).toBeGreaterThan(3 * around(330));
  });

  it.each(evenings)('of $orders orders, number $number: the top-ups are less than what is owed', (evening) => {
    const steps = planEvening(evening, links);
    const confirmed = new Set(of(steps, 'confirm').map(({ ref }) => ref));
    const owed = of(steps, 'order').filter(({ ref, body }) => confirmed.has(ref) && !body.is_shadow);
    const total = owed.reduce((sum, { body }) => sum + cents(body.total_amount), 0);
    const brought = of(steps, 'top_up').reduce((sum, { amount }) => sum + Number(amount), 0);
    expect(brought).toBeGreaterThan(0);
    expect(brought).toBeLessThan(total);
  });
});

describe('the next Friday evening', () => {
  it.each<[now: string, timeZone: string, start: string]>([
    ['2031-03-01T12:00:00Z', 'UTC', '2031-03-07T17:00:00.000Z'],
    ['2031-03-07T16:59:59Z', 'UTC', '2031-03-07T17:00:00.000Z'],
    ['2031-03-07T17:00:00Z', 'UTC', '2031-03-07T17:00:00.000Z'],
    ['2031-03-07T17:00:01Z', 'UTC', '2031-03-14T17:00:00.000Z'],
    ['2031-07-04T10:00:00Z', 'Europe/Athens', '2031-07-04T14:00:00.000Z'],
    // It is Friday there already.
    ['2031-03-06T20:00:00Z', 'Pacific/Auckland', '2031-03-07T04:00:00.000Z'],
  ])('after %s in %s begins at %s', (now, timeZone, start) => {
    expect(nextFridayEvening(new Date(now), timeZone).toISOString()).toBe(start);
  });

  it('ends at half past eleven', () => {
    const evening = { startsAt: new Date('2031-03-07T17:00:00Z') };
    expect(instantOfMinute(evening, 150).toISOString()).toBe('2031-03-07T19:30:00.000Z');
    expect(endOf(evening).toISOString()).toBe('2031-03-07T23:30:00.000Z');
  });
});
