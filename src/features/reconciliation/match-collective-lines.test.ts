/** Lines of the bank for payouts that it booked together or less a charge, as its files say it: matched by an import. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bringIn } from '../../../tests/fixtures/money.ts';
import { bookOf, createPayoutWorld, otherIban, type PayoutWorld } from '../../../tests/fixtures/payouts.ts';
import { shell } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { accountAt } from '../../../tests/support/ledger-names.ts';
import { formatDecimal } from '../../base/money/amount.ts';
import { absolute } from '../../base/money/compare.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { findHolder } from '../holders/holders.repository.ts';
import { createPayoutFile } from '../payout-files/create-payout-file.ts';
import { sendPayoutFile } from '../payout-files/send-payout-file.ts';
import type { Payout } from '../payouts/payout.ts';
import { saveBankDetails } from '../wallets/bank-details.repository.ts';
import { postAcquirerPayout } from './acquirer-payout.ts';
import { addRule } from './booking-rules.ts';
import { importStatement, rematch } from './import-statement.ts';
import { findListedLine, type ListedLine } from './imports.repository.ts';
import { matchByHand, unmatch } from './match-by-hand.ts';
import type { TransferKey } from './named-transfers.repository.ts';
import { listTransfersLeft, type TransferSearch } from './open-transfers.repository.ts';
import { readBankFile } from './read-bank-file.ts';
import type { Outside } from './reconciliation.repository.ts';
import { suggest } from './suggestions.ts';

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
/** By bank transfer, in a company's clearing. */
const arrive = (company: bigint, amount: bigint) =>
  world.run((tx) => {
    const clearing = accountAt({ ...bookOf(company), currency: 'EUR' }, 'clearing');
    return bringIn(tx, clearing, amount, world.clock.now(company, 'test'), 'bank');
  });
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

const suggestionsOf = async (id: bigint | undefined) =>
  (await suggest(world.db, (await findListedLine(world.db, id as bigint)) as ListedLine)).map(
    ({ kind, reason, transfers, difference, isCharge, holder }) => ({
      kind,
      reason,
      open: transfers.map(({ amount }) => amount),
      left: isCharge ? `charge ${difference}` : difference,
      ...(holder === null ? {} : { holder: holder.holderId }),
    }),
  );

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
  const [, , , file, part] = lines;
  expect(await suggestionsOf(lines[0]?.id)).toEqual([]);
  expect(await suggestionsOf(file?.id)).toEqual([
    {
      kind: 'payout_file',
      reason: expect.stringMatching(
        /^It names payment file pf_\w+, of which 2 payouts are open: the line is 0\.01 EUR less$/,
      ),
      ...{ open: [-1_000n, -2_000n], left: 1n },
    },
  ]);
  expect(await suggestionsOf(part?.id)).toEqual([
    {
      kind: 'payments',
      reason: `The payments in it name ${second.payouts[0]?.id}, and not every payment is one of them: the line is 5.00 EUR more`,
      ...{ open: [-1_000n], left: -500n },
    },
  ]);
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

it('a rule books no line that names a payout, whatever became of it, or one of two that name one transfer', async () => {
  const requested = await world.ask(bookOf(shop), { amount: 1_000n });
  const acquirer = { mode: 'test', source: 'card', currency: 'EUR', amount: 900n, fee: 0n, reference: 'AP-7' } as const;
  await postAcquirerPayout(shell, world, acquirer);
  const terms = { source: 'bank', text: 'Auslagen', currency: 'EUR', direction: null, amountMax: 1_000n } as const;
  await addRule(shell, world, 'test', { ...terms, account: null, kind: 'bank_charge' });
  const said = (of: string): string => `<TxDtls>${text(`Auslagen ${of}`)}</TxDtls>`;
  const { lines } = await imported(
    ...[entry(-500n, said(requested.id)), entry(900n, said('AP-7 one')), entry(900n, said('AP-7 two'))],
    entry(-501n, said('of March')),
  );
  expect(lines.map(({ parts }) => parts)).toEqual([[], [], [], ['bank_charge -501']]);
  await expectBooksToHold(world.db);
});

it('what an open line could be is suggested, with what the bank states and what is left of a transfer', async () => {
  const [a, b] = [await sent(7_000n), await sent(7_000n)];
  const { lines } = await imported(
    entry(-4_000n, `<TxDtls>${text('first part')}</TxDtls>`),
    entry(-3_010n, `<TxDtls>${text(asBanksCarry(a))}</TxDtls>`, charged(10n)),
    entry(-7_000n, `<TxDtls>${text('rent')}</TxDtls>`),
  );
  const [first, second, same] = lines.map(({ id }) => id) as [bigint, bigint, bigint];
  const [keyA] = await listTransfersLeft(world.db, bank, { text: a.id }, { limit: 5 });
  await matchByHand(shell, world, first, { transfers: [keyA as TransferKey], difference: 'open' });
  expect(await suggestionsOf(second)).toMatchObject([
    {
      kind: 'reference',
      reason: `Its text names ${a.id}: the amounts agree with the charge of 0.10 EUR that the bank states`,
      ...{ open: [-3_000n], left: 'charge -10' },
    },
  ]);
  expect(await suggestionsOf(same)).toEqual([
    { kind: 'amount', reason: 'Same amount, no reference', open: [-7_000n], left: 0n },
  ]);
  // Nothing of it was done by itself: a part of the transfer is another line.
  expect(await rematch(shell, world, bank)).toMatchObject({ matched: 0 });
  const [keyB] = await listTransfersLeft(world.db, bank, { text: b.id }, { limit: 5 });
  await matchByHand(shell, world, same, { transfers: [keyB as TransferKey] });
  expect(await suggestionsOf(same)).toEqual([]);
  await expectBooksToHold(world.db);
});

it('money from an account that is known is probably its holder’s, and never credited by itself', async () => {
  const [onFile, payer] = [await world.makeMerchant(), await world.makeCompany()];
  const known = await world.addBank(onFile, { iban: otherIban });
  await arrive(payer, 1_234n);
  const from = (iban: string): string =>
    `<TxDtls><RltdPties><DbtrAcct><Id><IBAN>${iban}</IBAN></Id></DbtrAcct></RltdPties>${text('thanks')}</TxDtls>`;
  const paying = 'DE02120300000000202051';
  const { lines } = await imported(
    entry(1_234n, from(paying)),
    entry(555n, from(paying)),
    entry(556n, from(known.iban as string)),
    entry(-557n, from(paying)),
    entry(558n, from('AT611904300234573201')),
  );
  const [first, again, filed, out, other] = lines.map(({ id }) => id);
  const [key] = await listTransfersLeft(world.db, bank, { text: String(payer) }, { limit: 5 });
  expect(await suggestionsOf(again)).toEqual([]);
  await matchByHand(shell, world, first as bigint, { transfers: [key as TransferKey] });
  const nothing = { kind: 'account', open: [] };
  expect(await suggestionsOf(again)).toEqual([
    {
      ...nothing,
      reason: expect.stringMatching(/^Probably .+: same account as on March 1, 2031$/),
      left: 555n,
      holder: payer,
    },
  ]);
  expect(await suggestionsOf(filed)).toEqual([
    {
      ...nothing,
      reason: expect.stringMatching(/^Probably .+: their bank account on file$/),
      left: 556n,
      holder: onFile,
    },
  ]);
  expect([await suggestionsOf(out), await suggestionsOf(other)]).toEqual([[], []]);
  expect(await rematch(shell, world, bank)).toMatchObject({ matched: 0 });
  await expectBooksToHold(world.db);
});

it('open transfers are found by reference, holder, amount and day, page by page', async () => {
  const company = await world.makeCompany();
  await arrive(company, 4_242n);
  await arrive(company, 4_243n);
  const payout = await sent(4_242n);
  const find = async (search: TransferSearch, limit = 10, after?: bigint) =>
    (await listTransfersLeft(world.db, bank, search, { limit, after })).map(({ amount }) => amount);
  const mine = { text: String(company) };
  expect(await find(mine)).toEqual([4_243n, 4_242n]);
  const [newest] = await listTransfersLeft(world.db, bank, mine, { limit: 1 });
  expect(await find(mine, 10, newest?.id)).toEqual([4_242n]);
  expect(await find({ size: 4_242n })).toEqual([-4_242n, 4_242n]);
  expect(await find({ size: 4_242n, side: 'in' })).toEqual([4_242n]);
  expect(await find({ ...mine, currency: 'USD' })).toEqual([]);
  expect(await find({ text: payout.id.slice(4, 20).toUpperCase() })).toEqual([-4_242n]);
  expect(await find({ text: payout.id.slice(4, 7), size: 4_242n })).toEqual([]);
  const name = (await findHolder(world.db, company))?.name as string;
  expect(await find({ text: name.slice(1).toUpperCase(), size: 4_243n })).toEqual([4_243n]);
  const today = world.clock.now(1n, 'test').toISOString().slice(0, 10);
  expect(await find({ ...mine, from: today, to: today })).toHaveLength(2);
  expect(await find({ ...mine, to: '2001-01-01' })).toEqual([]);
  await expectBooksToHold(world.db);
});
