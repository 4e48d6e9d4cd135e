/** Lines of the bank for payouts that it booked together or less a charge, as its files say it: matched by an import. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bookOf, createPayoutWorld, type PayoutWorld } from '../../../tests/fixtures/payouts.ts';
import { shell } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { formatDecimal } from '../../base/money/amount.ts';
import { absolute } from '../../base/money/compare.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { createPayoutFile } from '../payout-files/create-payout-file.ts';
import { sendPayoutFile } from '../payout-files/send-payout-file.ts';
import type { Payout } from '../payouts/payout.ts';
import { saveBankDetails } from '../wallets/bank-details.repository.ts';
import { importStatement, rematch } from './import-statement.ts';
import { unmatch } from './match-by-hand.ts';
import { readBankFile } from './read-bank-file.ts';
import type { Outside } from './reconciliation.repository.ts';

let world: PayoutWorld;
let shop: bigint;
const bank: Outside = { mode: 'test', source: 'bank' };

beforeAll(async () => {
  world = await createPayoutWorld();
  shop = await world.makeMerchant();
  await world.fund(bookOf(shop), 'wallet', 1_000_000n);
  await world.addBank(shop);
  const none = {
    bankName: null,
    other: null,
    accountNumber: null,
    bankCode: null,
    town: null,
    country: null,
    bic: null,
  };
  const details = { accountHolder: 'Sluice', iban: 'FR1420041010050500013M02606', ...none, currency: 'EUR' };
  await world.run((tx) => saveBankDetails(tx, { ...details, changedAt: world.clock.now(1n, 'live') }));
});
afterAll(() => world.close());

const approved = async (amount: bigint): Promise<Payout> => world.approve(await world.ask(bookOf(shop), { amount }));
const sent = async (amount: bigint): Promise<Payout> => world.send(await approved(amount));

/** Payouts that left in one file. */
async function inFile(...amounts: bigint[]): Promise<{ payouts: Payout[]; batch: string }> {
  const payouts: Payout[] = [];
  for (const amount of amounts) payouts.push(await approved(amount));
  const executionDay = world.clock.now(1n, 'test').toISOString().slice(0, 10);
  const request = { mode: 'test', currency: 'EUR', executionDay, payoutIds: payouts.map(({ id }) => id) } as const;
  const file = await world.run((tx) =>
    createPayoutFile(shell, tx, world.clock, { ...request, format: 'pain.001.001.09', againReason: undefined }),
  );
  await sendPayoutFile(shell, world, 'test', file.id);
  return { payouts, batch: `${file.messageId}-1` };
}

const amountOf = (amount: bigint): string => `<Amt Ccy="EUR">${formatDecimal(absolute(amount), 2)}</Amt>`;
const text = (...lines: string[]): string => `<RmtInf>${lines.map((one) => `<Ustrd>${one}</Ustrd>`).join('')}</RmtInf>`;
const payment = (endToEndId: string, amount?: bigint): string =>
  `<TxDtls><Refs><EndToEndId>${endToEndId}</EndToEndId></Refs>${amount === undefined ? '' : amountOf(amount)}</TxDtls>`;
const entry = (amount: bigint, details: string, more = ''): string =>
  `<Ntry>${amountOf(amount)}<CdtDbtInd>${amount < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2031-03-01</Dt></BookgDt>${more}<NtryDtls>${details}</NtryDtls></Ntry>`;
const charged = (amount: bigint): string =>
  `<Chrgs><Rcrd>${amountOf(amount)}<ChrgInclInd>true</ChrgInclInd></Rcrd></Chrgs>`;
const asBanksCarry = ({ id }: Payout): string => id.replace('_', '');
/** Without its underscore, in capitals, in lines of 35 characters with a hyphen where one goes on. */
const broken = (one: Payout): string =>
  asBanksCarry(one)
    .toUpperCase()
    .replace(/^.{12}/, '$&- ')
    .replace(/.{7}$/, ' $&');

let files = 0;
/** @returns what was matched of each entry: the amounts of its parts, and which were booked as a charge. */
async function imported(...entries: string[]): Promise<{ matched: number; lines: { id: bigint; parts: string[] }[] }> {
  files += 1;
  const xml = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>${files}</Id>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`;
  const read = await readBankFile(async function* () {
    yield Buffer.from(xml);
  });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const file = { ...read.statement, account: `${files}`, fileName: `${files}.xml` };
  const { importId, matched } = await importStatement(shell, world, bank, file);
  return { matched, lines: await linesOf(importId) };
}

async function linesOf(importId: bigint) {
  const { rows } = await world.database.pool.query<{ id: bigint; parts: string[] }>(
    `select l.id, array(select t.code || ' ' || m.amount from statement_matches m
       join transfers t on t.holder_id = m.transfer_holder_id and t.id = m.transfer_id
       where m.line_id = l.id and not m.by_hand order by t.code desc, m.amount) as parts
     from statement_lines l where import_id = $1 order by line_number`,
    [importId],
  );
  return rows;
}

const fees = async (): Promise<bigint> => (await world.balances(bookOf(serviceHolderId))).fees ?? 0n;

it('payouts that the bank booked as one, by their file, by each payment or by a text', async () => {
  const { batch, payouts } = await inFile(1_000n, 2_000n, 3_000n);
  const [a, b, c, d] = [await sent(1_100n), await sent(2_200n), await sent(3_300n), await sent(4_400n)];
  const second = await inFile(1_000n, 2_000n);
  const { matched, lines } = await imported(
    entry(-6_000n, `<Btch><PmtInfId>${batch}</PmtInfId><NbOfTxs>3</NbOfTxs></Btch>`),
    entry(-3_300n, payment(asBanksCarry(a), -1_100n) + payment(asBanksCarry(b).toUpperCase(), -2_200n)),
    entry(-7_700n, `<TxDtls>${text(`PAYOUTS ${broken(c)}`, broken(d))}</TxDtls>`),
    // A unit less than the file, and one that names only a part of what it is.
    entry(-2_999n, `<Btch><PmtInfId>${second.batch}</PmtInfId><NbOfTxs>2</NbOfTxs></Btch>`),
    entry(-1_500n, payment(asBanksCarry(second.payouts[0] as Payout), -1_000n) + payment('RENT', -500n)),
  );
  expect(lines.map(({ parts }) => parts)).toEqual([
    ['payout_sent -3000', 'payout_sent -2000', 'payout_sent -1000'],
    ['payout_sent -2200', 'payout_sent -1100'],
    ['payout_sent -4400', 'payout_sent -3300'],
    [],
    [],
  ]);
  expect(matched).toBe(3);
  expect(payouts).toHaveLength(3);
  await expectBooksToHold(world.db);
});

it('a charge that the bank states is booked with the payout from which it was taken, and undone with it', async () => {
  const [a, b] = [await sent(5_000n), await sent(6_000n)];
  const before = await fees();
  const { lines } = await imported(
    entry(-5_150n, `<TxDtls>${text(asBanksCarry(a))}</TxDtls>`, charged(150n)),
    // Nothing says what the bank took of this one.
    entry(-6_150n, `<TxDtls>${text(asBanksCarry(b))}</TxDtls>`),
  );
  expect(lines.map(({ parts }) => parts)).toEqual([['payout_sent -5000', 'bank_charge -150'], []]);
  expect(await fees()).toBe(before - 150n);
  await expectBooksToHold(world.db);

  await unmatch(shell, world, lines[0]?.id as bigint);
  expect(await fees()).toBe(before);
  expect(await rematch(shell, world, bank)).toMatchObject({ matched: 0 });
  await expectBooksToHold(world.db);
});
