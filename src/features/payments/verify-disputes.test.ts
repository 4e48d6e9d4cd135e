/** `sluice verify` reports the row for each kind of damage to disputes, which the tests do by raw SQL. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPostingWorld, type PostingWorld } from '../../../tests/fixtures/posting.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { verifyLedger } from '../../core/ledger/verify.ts';

let world: PostingWorld;

/** Each test gets its own database, because it damages it. */
beforeEach(async () => {
  world = await createPostingWorld();
  const fee = { currency: 'USD', charged: 15n, returned: 0n };
  const dispute = await world.chargeBack(await world.paidBy('card', 1_000n), 1_000n, fee);
  await world.winDispute(dispute, { ...fee, returned: 5n });
});
afterEach(() => world.close());

async function offences(): Promise<string[]> {
  const { checks } = await verifyLedger(world.db);
  return checks
    .flatMap((check) => check.offences)
    .map(({ row, problem }) => `${row.replace(/^payment pay_.*/, 'payment')}: ${problem}`)
    .sort();
}
const damage = (statement: string) => world.database.owner.query(statement);

it('finds nothing wrong in sound books', () => expectBooksToHold(world.db));

const dispute = 'dispute dp_1 (holder 4)';
const unknown = (id: number, code: string, subject: string) =>
  `transfer ${id} (holder 4): is a ${code} in test mode and EUR of ${subject}:dp_1, which does not exist`;
const nothingTaken = 'took 1000 EUR, with 0 EUR posted from the balance, 0 advanced, 0 of it received, and 0 owed';

it.each<[name: string, statement: string, offences: string[]]>([
  [
    'a withdrawal that was never posted',
    'update disputes set withdrawals = 2',
    [`${dispute}, withdrawal 1: ${nothingTaken}`, 'payment: says that 0 was charged back, its disputes say 1000'],
  ],
  [
    'a return that was never posted',
    'update disputes set withdrawals = 2, returns = 2',
    [
      'dispute_won dp_1 (holder 4, test), chargeback_reversed 1: is without its transfer of 1000 EUR',
      `${dispute}, withdrawal 1: ${nothingTaken}`,
    ],
  ],
  [
    'another amount',
    'update disputes set amount = 999',
    [
      'dispute_won dp_1 (holder 4, test), chargeback_reversed 0: asks for 999 EUR from outside:card to wallet, posted 1000 EUR from outside:card to wallet',
      `${dispute}, withdrawal 0: took 999 EUR, with 900 EUR posted from the balance, 100 advanced, 100 of it received, and 100 owed`,
    ],
  ],
  [
    'a fee that is higher',
    'update disputes set fee = 16',
    [`${dispute}: says fees of 16 USD, of which 5 came back; posted 15 and 5 USD`],
  ],
  [
    'a fee that did not come back',
    'update disputes set fee_returned = 6',
    [`${dispute}: says fees of 15 USD, of which 6 came back; posted 15 and 5 USD`],
  ],
  [
    'a fee in another currency',
    `update disputes set fee_currency = 'EUR'`,
    [`${dispute}: says fees of 15 EUR, of which 5 came back; posted 15 and 5 USD`],
  ],
  [
    'its transfers without it',
    'delete from disputes',
    [
      unknown(3, 'chargeback', 'dispute'),
      unknown(4, 'chargeback_advance', 'dispute'),
      unknown(5, 'chargeback_debt', 'dispute'),
      unknown(9, 'debt_recovery', 'dispute_won'),
      unknown(10, 'debt_recovered', 'dispute_won'),
      'dispute_won dp_1 (holder 4, test), chargeback_reversed 0: has a transfer of 1000 EUR that nothing asks for',
      `${dispute}, withdrawal 0: was posted and nothing asks for it`,
      'dispute dp_1: has fees posted and is unknown',
    ],
  ],
])('%s', async (_name, statement, expected) => {
  await damage(statement);
  expect(await offences()).toEqual([...expected].sort());
});
