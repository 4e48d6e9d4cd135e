/** What the operator books for lines that no transfer explains: the line is matched, and undoing it reverses it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReconciliationWorld, csvOf, type ReconciliationWorld } from '../../../tests/fixtures/reconciliation.ts';
import { shell } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { newPublicId } from '../../base/database/public-id.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import type { RuleTerms } from './booking-rule.ts';
import { listRules } from './booking-rules.repository.ts';
import { addRule, endRule, type SuggestedRule, suggestRules } from './booking-rules.ts';
import type { BookingKind } from './bookings.repository.ts';
import { rematch } from './import-statement.ts';
import { findListedLine, type ListedLine } from './imports.repository.ts';
import { matchByHand, unmatch } from './match-by-hand.ts';
import { findNamedTransfers, nameOfKey as nameOf } from './named-transfers.repository.ts';
import { findMatches, type Outside } from './reconciliation.repository.ts';
import { makeReport } from './report.ts';
import { suggest } from './suggestions.ts';

let world: ReconciliationWorld;
const bank: Outside = { source: 'bank', mode: 'test' };
const always = { from: undefined, to: undefined };

beforeAll(async () => {
  world = await createReconciliationWorld();
});
afterAll(() => world.close());

async function serviceBalances(): Promise<{ fees: bigint; suspense: bigint }> {
  const at = (name: string) => world.balance(serviceHolderId, name);
  return { fees: (await at('fees')) ?? 0n, suspense: (await at('suspense')) ?? 0n };
}

/** The lines of the last file. */
async function linesOf(text: string): Promise<bigint[]> {
  const known = (await world.lines()).length;
  await world.import(text);
  return (await world.lines()).slice(known).map(({ id }) => id);
}

it('a charge, interest, a rounding difference and money set aside are booked, and the difference reaches zero', async () => {
  const { key } = await world.receive(10_000n);
  const [paid, charge, interest, unknown] = (await linesOf(
    csvOf([
      ['98.50', 'less the charge'],
      ['-7.77', 'Kontoführung'],
      ['1.20', 'Zinsen'],
      ['500.00', 'Nobody knows'],
    ]),
  )) as [bigint, bigint, bigint, bigint];
  const book = (id: bigint, kind: BookingKind, reason: string | null = null) =>
    matchByHand(shell, world.deps, id, { transfers: [], difference: { kind, reason } });
  await expect(book(unknown, 'set_aside')).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(book(unknown, 'set_aside', ' ')).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(book(unknown, 'set_aside', 'x'.repeat(501))).rejects.toMatchObject({ code: 'validation_failed' });
  for (const id of [charge, interest]) {
    await expect(book(id, 'rounding')).rejects.toMatchObject({ code: 'validation_failed' });
  }
  await expect(matchByHand(shell, world.deps, charge, { transfers: [] })).rejects.toMatchObject({
    code: 'validation_failed',
  });
  const before = await serviceBalances();

  const together = { transfers: [key], difference: { kind: 'bank_charge', reason: null } } as const;
  await matchByHand(shell, world.deps, paid, together);
  await matchByHand(shell, world.deps, paid, together);
  await book(charge, 'bank_charge');
  await expect(book(charge, 'bank_charge')).rejects.toMatchObject({ code: 'invalid_state' });
  await book(interest, 'bank_interest');
  await book(unknown, 'set_aside', 'No reference; asked the sender’s bank');
  expect(await serviceBalances()).toEqual({
    fees: before.fees - 150n - 777n + 120n,
    suspense: before.suspense + 50_000n,
  });
  const { lines, transfers, totals } = await makeReport(world.db, bank, always);
  expect([lines, transfers]).toEqual([[], []]);
  expect(totals).toMatchObject([{ currency: 'EUR', difference: 0n }]);
  expect(await rematch(shell, world.deps, bank)).toMatchObject({ matched: 0, ambiguous: 0 });
  await expectBooksToHold(world.db);

  // A charge alone is not undone: the transfer would be more than the line.
  const parts = (await findMatches(world.db, [paid])).get(paid) ?? [];
  const chargeOf = parts.filter(({ amount }) => amount < 0n);
  await expect(unmatch(shell, world.deps, paid, chargeOf)).rejects.toMatchObject({
    code: 'invalid_state',
    message: `The other matches come to 100.00 EUR, which does not fit line ${paid} without this. Undo them together.`,
  });

  // Undone, everything is as it was; booked again, it is booked once.
  await unmatch(shell, world.deps, unknown);
  await unmatch(shell, world.deps, paid);
  expect(await serviceBalances()).toEqual({ fees: before.fees - 777n + 120n, suspense: before.suspense });
  const open = await makeReport(world.db, bank, always);
  expect(open.lines.map(({ id, matchedAmount }) => [id, matchedAmount])).toEqual([
    [paid, 0n],
    [unknown, 0n],
  ]);
  expect(open.transfers.map(nameOf)).toEqual([nameOf(key)]);
  await book(unknown, 'set_aside', 'Still unknown');
  expect((await serviceBalances()).suspense).toBe(before.suspense + 50_000n);
  await expectBooksToHold(world.db);
});

it('what is left of a line is booked, and nothing where a transfer explains all of it', async () => {
  const [first, second] = [await world.receive(1_500n), await world.receive(1_600n)];
  const [part, whole] = (await linesOf(
    csvOf([
      ['20.00', 'in part'],
      ['16.00', 'as a whole'],
    ]),
  )) as [bigint, bigint];
  const before = await serviceBalances();
  const difference = { kind: 'bank_interest', reason: null } as const;
  await matchByHand(shell, world.deps, part, { transfers: [first.key], difference: 'open' });
  await matchByHand(shell, world.deps, part, { transfers: [], difference });
  await matchByHand(shell, world.deps, whole, { transfers: [second.key], difference });
  expect(await serviceBalances()).toEqual({ ...before, fees: before.fees + 500n });
  const matches = await findMatches(world.db, [part, whole]);
  expect([part, whole].map((id) => matches.get(id)?.map(({ amount }) => amount))).toEqual([[500n, 1_500n], [1_600n]]);
  await expectBooksToHold(world.db);
});

it('two people book one line at once: it is booked once', async () => {
  const [id = 0n] = await linesOf(csvOf([['-3.00', 'Entgelt']]));
  const before = await serviceBalances();
  const difference = { kind: 'bank_charge', reason: null } as const;
  const tries = Array.from({ length: 4 }, () => matchByHand(shell, world.deps, id, { transfers: [], difference }));
  const outcomes = await Promise.allSettled(tries);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const one of outcomes)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'invalid_state' });
  expect((await serviceBalances()).fees).toBe(before.fees - 300n);
  await expectBooksToHold(world.db);
});

describe('a rule that a person wrote', () => {
  const charge: RuleTerms = {
    ...{ source: 'bank', text: 'Kontoführung', currency: 'EUR', direction: 'out' },
    ...{ amountMax: 1_000n, account: null, kind: 'bank_charge' },
  };
  const add = (changes: Partial<RuleTerms> = {}) => addRule(shell, world.deps, 'test', { ...charge, ...changes });
  const parts = async (...ids: bigint[]) => {
    const found = await findMatches(world.db, ids);
    const named = await findNamedTransfers(world.db, [...found.values()].flat());
    return ids.map((id) =>
      (found.get(id) ?? []).map((one) => [named.get(nameOf(one))?.code, one.amount, named.get(nameOf(one))?.ruleId]),
    );
  };

  it('books lines of later imports and, when asked, open ones; never what names a holder’s money', async () => {
    const [old] = (await linesOf(csvOf([['-1.00', 'KONTO- FÜHRUNG alt']]))) as [bigint];
    const { id } = await add({ direction: null });
    const { topUpId } = await world.receive(500n);
    const before = await serviceBalances();
    const text = csvOf([
      ['-7.77', 'Entgelt KONTOFÜHRUNG 03'],
      ['-10.01', 'Kontoführung of more than allowed'],
      ['3.33', `Kontoführung ${topUpId}`],
      ['-5.00', 'Kontoführung RF71 KXQM PTBD'],
      ['-5.01', `Kontoführung ${newPublicId('po', 2n)}`],
    ]);
    const [fee, ...rest] = (await linesOf(text)) as [bigint, ...bigint[]];
    expect(await parts(fee)).toEqual([[['bank_charge', -777n, id]]]);
    const unknownPayout = rest.at(-1) as bigint;
    expect((await parts(old, ...rest)).map(({ length }) => length)).toEqual([0, 0, 0, 0, 1]);
    await unmatch(shell, world.deps, unknownPayout);
    expect(await serviceBalances()).toEqual({ ...before, fees: before.fees - 777n });
    expect(await rematch(shell, world.deps, bank)).toMatchObject({ booked: 1 });
    expect(await parts(old)).toEqual([[['bank_charge', -100n, id]]]);
    const { rows } = await world.pool.query(
      `select after ->> 'booked' as booked, after ->> 'lines' as lines from audit_log
       where action = 'reconciliation.match' and object_kind = 'booking_rule' and object_id = $1 order by id`,
      [String(id)],
    );
    expect(rows.map(({ booked }) => booked)).toEqual(['2', '1']);
    expect(rows[1].lines).toBe(String(old));
    // Undone by a person, it is not booked again.
    await unmatch(shell, world.deps, fee);
    expect(await rematch(shell, world.deps, bank)).toMatchObject({ booked: 0 });
    expect(await serviceBalances()).toEqual({ ...before, fees: before.fees - 100n });
    await expectBooksToHold(world.db);
  });

  it('does nothing where another one says another kind, and nothing once it has ended', async () => {
    const [{ id } = { id: 0n }] = await listRules(world.db, bank, { ended: false, limit: 10 });
    const other = await add({ kind: 'rounding', amountMax: 100n, direction: null });
    const result = await world.import(csvOf([['-0.50', 'Kontoführung zwei']]));
    expect(result).toMatchObject({ booked: 0, ruleConflicts: 1, open: 1 });
    const line = (await findListedLine(world.db, result.shown[0]?.id as bigint)) as ListedLine;
    expect((await suggest(world.db, line)).map(({ kind, reason }) => [kind, reason])).toEqual([
      [
        'rule',
        `Rules of different kinds fit, so that none is applied: rule ${id} "Kontoführung" (bank charge), rule ${other.id} "Kontoführung" (rounding)`,
      ],
    ]);
    const { endedAt } = await endRule(shell, world.deps, other.id);
    world.clock.advance(60);
    expect((await endRule(shell, world.deps, other.id)).endedAt).toEqual(endedAt);
    expect(await rematch(shell, world.deps, bank)).toMatchObject({ booked: 1 });
    await endRule(shell, world.deps, id);
    expect(await world.import(csvOf([['-0.60', 'Kontoführung drei']]))).toMatchObject({ booked: 0, open: 1 });
    expect(await listRules(world.db, bank, { ended: true, limit: 10 })).toMatchObject([
      { id: other.id, booked: 0n },
      { id, booked: 4n },
    ]);
    await expect(endRule(shell, world.deps, 999_999n)).rejects.toMatchObject({ code: 'not_found' });
    await expectBooksToHold(world.db);
  });

  it.each<[string, Partial<RuleTerms>, string]>([
    ['three letters', { text: 'Fee' }, 'validation_failed'],
    ['signs alone', { text: '-- -- --' }, 'validation_failed'],
    ['a text that is too long', { text: 'x'.repeat(101) }, 'validation_failed'],
    ['no bound', { amountMax: 0n }, 'validation_failed'],
    ['a rounding difference of more than a unit', { kind: 'rounding', amountMax: 101n }, 'validation_failed'],
    ['what another rule says already', { text: 'twice  THIS' }, 'invalid_state'],
  ])('is refused with %s', async (_, changes, code) => {
    if (code === 'invalid_state') await add({ text: 'Twice this' });
    await expect(add(changes)).rejects.toMatchObject({ code });
  });

  it('is suggested after a person has booked two lines of one kind that share a text, until it is made', async () => {
    const rows: [string, string][] = [
      ['1.20', 'Habenzinsen Q1 2031'],
      ['3.40', 'HABENZINSEN Q2 2031'],
      ['5.60', 'Habenzinsen Q3 2031'],
    ];
    const ids = (await linesOf(csvOf(rows))) as [bigint, bigint, bigint];
    const book = (id: bigint) =>
      matchByHand(shell, world.deps, id, { transfers: [], difference: { kind: 'bank_interest', reason: null } });
    const suggested = async () => (await suggestRules(world.db, bank)).filter(({ text }) => /zinsen/i.test(text));
    await book(ids[0]);
    expect(await suggested()).toEqual([]);
    await book(ids[1]);
    const [rule] = await suggested();
    expect(rule).toEqual({
      ...{ source: 'bank', text: 'HABENZINSEN', currency: 'EUR', direction: 'in', amountMax: 340n },
      ...{ account: null, kind: 'bank_interest', lines: [ids[1], ids[0]] },
    });
    const { lines: _, ...terms } = rule as SuggestedRule;
    await add({ ...terms, amountMax: 1_000n });
    expect(await suggested()).toEqual([]);
    expect(await rematch(shell, world.deps, bank)).toMatchObject({ booked: 1 });
    await expectBooksToHold(world.db);
  });

  it('is another one if any of its terms is, and is kept without needless spaces', async () => {
    const terms = { source: 'card', text: 'Same words', kind: 'rounding', amountMax: 100n } as const;
    const first = await add({ ...terms, text: '  Same   words ' });
    expect(first.text).toBe('Same words');
    const others: Partial<RuleTerms>[] = [
      ...[{ currency: 'USD' }, { direction: null }, { direction: 'in' as const }, { amountMax: 99n }],
      ...[{ account: 'DE89' }, { kind: 'bank_charge' as const }, { text: 'x'.repeat(100) }],
    ];
    for (const other of others) await add({ ...terms, ...other });
    await expect(add(terms)).rejects.toMatchObject({ message: `Rule ${first.id} says the same.` });
    const inForce = async (of: Partial<Outside>) =>
      (await listRules(world.db, { source: 'card', mode: 'test', ...of }, { ended: false, limit: 99 })).length;
    expect([await inForce({}), await inForce({ mode: 'live' }), await inForce({ source: 'onlinewallet' })]).toEqual([
      8, 0, 0,
    ]);
    await world.pool.query(
      `insert into booking_rules (mode, source, text, currency, amount_max, kind, created_at)
       select 'test', 'card', 'Text ' || n, 'EUR', 1, 'rounding', now() from generate_series(1, 192) n`,
    );
    await expect(add({ ...terms, text: 'One more' })).rejects.toMatchObject({
      message: 'There are 200 rules for this source. End one that is no longer needed.',
    });
  });

  it('books only lines of its source and mode that are open as a whole, about which nobody has a question', async () => {
    const words = 'Depotgebühr';
    await add({ text: words, direction: null, amountMax: 100_000n });
    const { key } = await world.receive(300n);
    const ids = await linesOf(
      csvOf([
        ['5.00', 'in part'],
        ['-1.00', 'its direction is unknown'],
        ['-2.00', 'an earlier statement may have it'],
        ['-3.00', 'named by its end-to-end id'],
        ['-4.00', 'marked as sent back'],
      ]),
    );
    const [part, undirected, possible, named, returned] = ids as [bigint, bigint, bigint, bigint, bigint];
    await matchByHand(shell, world.deps, part, { transfers: [key], difference: 'open' });
    const set = (change: string, id: bigint) =>
      world.pool.query(`update statement_lines set ${change} where id = $1`, [id]);
    for (const id of ids.filter((one) => one !== named)) await set(`reference = '${words} ${id}'`, id);
    await set(`direction = 'unknown', amount = 100`, undirected);
    await set(`duplicate = 'possible'`, possible);
    await set(`end_to_end_id = '${words}'`, named);
    await world.pool.query(`insert into returned_transfers (line_id, reason, returned_at) values ($1, 'x', now())`, [
      returned,
    ]);
    for (const other of [{ mode: 'live' }, { source: 'card' }] as const) {
      expect(await world.import(csvOf([['-1.00', words]]), other)).toMatchObject({ booked: 0 });
      expect(await rematch(shell, world.deps, { ...bank, ...other })).toMatchObject({ booked: 0 });
    }
    expect(await rematch(shell, world.deps, bank)).toMatchObject({ booked: 1 });
    expect((await parts(named, part, undirected, possible, returned)).map(({ length }) => length)).toEqual([
      1, 1, 0, 0, 0,
    ]);
    await set(`direction = 'read', amount = -100`, undirected);
    await set('duplicate = null', possible);
    await expectBooksToHold(world.db);
  });

  it('is suggested of lines alike: of one kind, currency and direction that a person booked as a whole', async () => {
    const words = 'Portokosten';
    const book = async (rows: Parameters<typeof csvOf>[0], kind: 'bank_charge' | 'rounding' = 'bank_charge') => {
      const ids = await linesOf(csvOf(rows));
      for (const id of ids)
        await matchByHand(shell, world.deps, id, { transfers: [], difference: { kind, reason: null } });
      return ids;
    };
    const suggested = async (of = bank) =>
      (await suggestRules(world.db, of))
        .filter(({ text }) => text.startsWith(words))
        .map(({ direction, amountMax, lines }) => [direction, amountMax, lines.length]);
    await book([['-0.10', `${words} A`]]);
    await book([['-0.20', `${words} B`]], 'rounding');
    await book([
      ['0.30', `${words} C`],
      ['-0.40', `${words} D`, 'USD'],
      ['-0.50', 'Porto'],
    ]);
    const [undone] = await book([['-0.60', `${words} E`]]);
    await unmatch(shell, world.deps, undone as bigint);
    // Booked less what a transfer explains: the line is no charge.
    const { key } = await world.receive(70n);
    const [difference] = await linesOf(csvOf([['0.65', `${words} F`]]));
    await matchByHand(shell, world.deps, difference as bigint, {
      transfers: [key],
      difference: { kind: 'bank_charge', reason: null },
    });
    expect(await suggested()).toEqual([]);
    await book([
      ['-0.80', `${words} G`],
      ['-0.70', `${words} H`],
    ]);
    expect(await suggested()).toEqual([['out', 80n, 3]]);
    expect([await suggested({ ...bank, mode: 'live' }), await suggested({ ...bank, source: 'card' })]).toEqual([
      [],
      [],
    ]);
    await expectBooksToHold(world.db);
  });
});
