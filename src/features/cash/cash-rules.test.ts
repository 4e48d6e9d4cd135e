/** Which limit on cash is passed: at the amount or the days there is none yet. */
import { expect, it } from 'vitest';
import { passedLimit } from './cash-rules.ts';

const now = new Date('2031-03-10T12:00:00Z');
const rules = { limits: { EUR: 10_000 }, daysMax: 7, refuses: false };
const none = { limits: {}, daysMax: null, refuses: true };
const [atTheLimit, above] = [10_000n, 10_001n];
const [sevenDays, longer] = [new Date('2031-03-03T12:00:00Z'), new Date('2031-03-03T11:59:59.999Z')];

it.each([
  ['nothing is held', rules, 'EUR', 0n, null, undefined],
  ['the amount is the limit', rules, 'EUR', atTheLimit, now, undefined],
  ['the amount is above it', rules, 'EUR', above, now, { amount: 10_000n }],
  ['there is none in the currency', rules, 'USD', above, now, undefined],
  ['it is held for exactly the days', rules, 'EUR', atTheLimit, sevenDays, undefined],
  ['it is held for longer', rules, 'EUR', atTheLimit, longer, { days: 7 }],
  ['it is held for longer in a currency without a limit', rules, 'USD', 1n, longer, { days: 7 }],
  ['it is above the amount and held for longer', rules, 'EUR', above, longer, { amount: 10_000n }],
  ['there are no limits', none, 'EUR', above, longer, undefined],
] as const)('where %s', (_, given, currency, amount, since, passed) => {
  expect(passedLimit(given, { currency, amount, since }, now)).toEqual(passed);
});
