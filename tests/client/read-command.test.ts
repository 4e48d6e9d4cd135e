/** What can be done is typed as it is said, and what is not understood is searched for. */
import { expect, it } from 'vitest';
import { type Command, readCommand } from '../../dashboard/src/app/search/read-command.ts';

const words = [
  { verb: 'refund', said: 'refund, pay back' },
  { verb: 'hold', said: 'hold' },
  { verb: 'cancel', said: 'cancel' },
  { verb: 'topUp', said: 'top up' },
  { verb: 'payOut', said: 'pay out, pay' },
] as const;

const cases: [string, Command | undefined][] = [
  ['refund QB-1001 5 EUR', { verb: 'refund', object: 'QB-1001', amount: '5', currency: 'EUR' }],
  ['  Refund   qb-1001  5,50 eur ', { verb: 'refund', object: 'qb-1001', amount: '5,50', currency: 'EUR' }],
  ['refund QB-1001 5EUR', { verb: 'refund', object: 'QB-1001', amount: '5', currency: 'EUR' }],
  ['refund QB-1001 EUR 5', { verb: 'refund', object: 'QB-1001', amount: '5', currency: 'EUR' }],
  ['refund QB-1001 5', { verb: 'refund', object: 'QB-1001', amount: '5' }],
  ['refund QB-1001', { verb: 'refund', object: 'QB-1001' }],
  ['refund 1001', { verb: 'refund', object: '1001' }],
  ['refund 1001 5', { verb: 'refund', object: '1001', amount: '5' }],
  ['refund ABC 5', { verb: 'refund', object: 'ABC', amount: '5' }],
  ['refund table 12 5.00', { verb: 'refund', object: 'table 12', amount: '5.00' }],
  ['refund', { verb: 'refund', object: '' }],
  ['pay back QB-1001', { verb: 'refund', object: 'QB-1001' }],
  ['pay out 100', { verb: 'payOut', object: '', amount: '100' }],
  ['pay 100 EUR', { verb: 'payOut', object: '', amount: '100', currency: 'EUR' }],
  ['hold QB-1001', { verb: 'hold', object: 'QB-1001' }],
  ['hold QB-1001 kitchen is closed 5', { verb: 'hold', object: 'QB-1001', reason: 'kitchen is closed 5' }],
  ['top up 46', { verb: 'topUp', object: '', amount: '46' }],
  ['top up 46.5 usd', { verb: 'topUp', object: '', amount: '46.5', currency: 'USD' }],
  ['top up eur 46', { verb: 'topUp', object: '', amount: '46', currency: 'EUR' }],
  ['top up', { verb: 'topUp', object: '' }],
  // No amount: it belongs to what is named, or is nothing.
  ['refund QB-1001 1.2345', { verb: 'refund', object: 'QB-1001 1.2345' }],
  ['refund QB-1001 -5', { verb: 'refund', object: 'QB-1001 -5' }],
  ['refund-1001', undefined],
  ['refunds', undefined],
  ['QB-1001', undefined],
  ['', undefined],
];

it.each(cases)('%s', (typed, expected) => {
  expect(readCommand(typed, words)).toEqual(expected);
});
