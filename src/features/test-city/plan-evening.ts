/**
 * What happens on a Friday evening of a test city, from 17:00 to 23:30 with a rush at 19:30: a list of steps, derived
 * from the evening's number, its size and the city's links alone, so that it is the same however often it is read. Pure.
 */
import type { PaymentSource } from '../orders/order.ts';
import type { OrderRequest } from '../orders/plan-order.ts';
import { amountOf, drawBasket, orderOf, totalOf } from './draw-order.ts';
import { sequence } from './sequence.ts';

export const eveningSizes = [100, 500] as const;
export type EveningSize = (typeof eveningSizes)[number];

export const eveningMinutes = 390;
const rushMinute = 150;
const rushWidth = 110;
const lastOrderMinute = 370;
/** Of ten orders, how many are ordered in the rush. */
const rushShare = 7;
export const eveningCurrency = 'EUR';

/** Test cards (docs/test-cards.md, "What each card does"). */
export const eveningCards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  poor: '4000000000009995',
  unconfirmed: '4000000000003220',
  disputed: '4000000000000259',
} as const;

/** By which links the restaurants and couriers of the city are named in splits. */
type CityLinks = { restaurants: readonly number[]; couriers: readonly number[] };

type Act =
  | { kind: 'order'; ref: string; body: OrderRequest }
  /** `attempt`: the first time the customer pays, or the second. */
  | { kind: 'pay'; ref: string; card: string; attempt: 1 | 2; payer: string }
  | { kind: 'confirm'; ref: string }
  | { kind: 'cancel'; ref: string }
  | { kind: 'hold'; ref: string; note: string }
  | { kind: 'refund'; ref: string; amount?: number; reason: string }
  /** In minor units. */
  | { kind: 'top_up'; amount: bigint }
  | { kind: 'settle' };

/** `minute`: from 17:00. */
export type EveningStep = Act & { minute: number };

const payers = ['Amara Okafor', 'Jonas Lindqvist', 'Mei Tanaka', 'Rafael Moreno', 'Leila Haddad', 'Zofia Nowak'];
const holdNotes = [
  'The customer says it never arrived',
  'Two orders with the same dishes',
  'The address does not exist',
];
const refundReasons = ['A dish was missing', 'Delivered cold', 'The wrong sauce'];
const shadow = { ref: 'night-market', name: 'Night Market Kitchen (off the service)' };

const fates = [
  // Told by the place among the evening's orders: each fate comes in an evening of any size.
  ['disputed', (n: number) => n === 12],
  ['broken', (n: number) => n === 20],
  ['second_try', (n: number) => n % 25 === 4],
  ['declined', (n: number) => n % 50 === 9],
  ['abandoned', (n: number) => n % 50 === 33],
  ['cancelled', (n: number) => n % 25 === 14],
  ['held', (n: number) => n % 50 === 23],
  ['refunded_in_part', (n: number) => n % 25 === 17],
  ['refunded', (n: number) => n % 50 === 41],
  ['shadow', (n: number) => n % 25 === 6],
] as const;
type Fate = (typeof fates)[number][0] | 'delivered';

const sourceOf: Partial<Record<Fate, PaymentSource>> = {
  disputed: 'service',
  broken: 'card',
  second_try: 'service',
  declined: 'service',
  abandoned: 'service',
  cancelled: 'cod',
  held: 'card',
  refunded: 'card',
  shadow: 'cod',
};

type Next = (below: number) => number;
const pick = <T>(from: readonly T[], next: Next): T => from[next(from.length)] as T;

/** @returns the steps in the order in which they are carried out. */
export function planEvening(evening: { number: number; orders: EveningSize }, links: CityLinks): EveningStep[] {
  const next = sequence(1_930 + evening.number);
  const minutes = Array.from({ length: evening.orders }, () => minuteOfOrder(next)).sort((a, b) => a - b);
  const steps: EveningStep[] = [];
  const owed: { minute: number; cents: number }[] = [];
  for (const [place, minute] of minutes.entries()) {
    const { steps: some, cents } = planOrderOf(evening.number, place, minute, links, next);
    steps.push(...some);
    if (cents > 0) owed.push({ minute, cents });
  }
  steps.push(...planMoney(owed));
  // Sorted stably: what an order begins with stays before what becomes of it.
  return steps.sort((a, b) => a.minute - b.minute);
}

function minuteOfOrder(next: Next): number {
  if (next(10) >= rushShare) return next(lastOrderMinute + 1);
  // The sum of two draws is dense in the middle.
  return rushMinute - rushWidth + next(rushWidth + 1) + next(rushWidth + 1);
}

/** `cents`: what the company has to bring in for it. */
function planOrderOf(
  evening: number,
  place: number,
  minute: number,
  links: CityLinks,
  next: Next,
): { steps: EveningStep[]; cents: number } {
  const fate: Fate = fates.find(([, isAt]) => isAt(place))?.[0] ?? 'delivered';
  const drawn = next(100);
  const source = sourceOf[fate] ?? (drawn < 40 ? 'cod' : drawn < 62 ? 'card' : drawn < 70 ? 'onlinewallet' : 'service');
  const basket = drawBasket(next);
  const tip = next(3) === 0 ? 100 + next(5) * 50 : 0;
  const tipped = { ...basket, courier: basket.courier + tip };
  const ref = `friday-${evening}-${String(place + 1).padStart(3, '0')}`;
  const body = orderOf(tipped, {
    ref,
    currency: eveningCurrency,
    source,
    restaurant: fate === 'shadow' || fate === 'broken' ? undefined : pick(links.restaurants, next),
    courier: pick(links.couriers, next),
    ...(fate === 'shadow' ? { shadow } : {}),
  });
  const acts = source === 'service' ? paidHere(ref, fate, pick(payers, next)) : paidElsewhere(ref, source, fate);
  const more = whatFollows(ref, fate, basket.restaurant, next);
  const at = ([after, act]: [number, Act]): EveningStep => ({
    ...act,
    minute: Math.min(minute + after, eveningMinutes),
  });
  const isOwed = source !== 'service' && !['cancelled', 'shadow', 'held', 'broken'].includes(fate);
  return {
    steps: [{ kind: 'order', ref, body, minute }, ...[...acts, ...more].map(at)],
    cents: isOwed ? totalOf(tipped) : 0,
  };
}

/** Each with how many minutes after the order. */
type Acts = [after: number, act: Act][];

function paidHere(ref: string, fate: Fate, payer: string): Acts {
  const pay = (card: string, attempt: 1 | 2 = 1): Act => ({ kind: 'pay', ref, card, attempt, payer });
  switch (fate) {
    case 'disputed':
      return [[1, pay(eveningCards.disputed)]];
    case 'second_try':
      return [
        [1, pay(eveningCards.declined)],
        [3, pay(eveningCards.good, 2)],
      ];
    case 'declined':
      return [[1, pay(eveningCards.poor)]];
    case 'abandoned':
      return [[2, pay(eveningCards.unconfirmed)]];
    default:
      return [[1, pay(eveningCards.good)]];
  }
}

/** A courier brings cash after the delivery; the platform's own checkout confirms at once. */
function paidElsewhere(ref: string, source: PaymentSource, fate: Fate): Acts {
  if (fate === 'cancelled') return [[6, { kind: 'cancel', ref }]];
  return [[source === 'cod' ? 35 : 1, { kind: 'confirm', ref }]];
}

function whatFollows(ref: string, fate: Fate, restaurant: number, next: Next): Acts {
  switch (fate) {
    case 'held':
      return [[12, { kind: 'hold', ref, note: pick(holdNotes, next) }]];
    case 'refunded':
      return [[45, { kind: 'refund', ref, reason: 'It never arrived' }]];
    case 'refunded_in_part': {
      const part = Math.trunc(restaurant / (3 + next(3)));
      return [[45, { kind: 'refund', ref, amount: amountOf(part), reason: pick(refundReasons, next) }]];
    }
    default:
      return [];
  }
}

/** Two top-ups and two settlements. The second top-up is too small, so that orders wait for funds in the end. */
function planMoney(owed: readonly { minute: number; cents: number }[]): EveningStep[] {
  const sum = (from: number, to: number): number =>
    owed.filter(({ minute }) => minute >= from && minute < to).reduce((total, { cents }) => total + cents, 0);
  const [first, second] = [180, 340];
  return [
    { kind: 'top_up', amount: BigInt(sum(0, first)), minute: first },
    { kind: 'settle', minute: first + 5 },
    { kind: 'top_up', amount: BigInt(Math.trunc(sum(first, second) / 2)), minute: second },
    { kind: 'settle', minute: eveningMinutes - 5 },
  ];
}
