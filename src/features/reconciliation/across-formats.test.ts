/** Statements of one account in several formats: each movement counts once, and what stays open is for a person. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asCamt053, asMt940, type Movement, type Written } from '../../../tests/fixtures/bank-statements.ts';
import { createReconciliationWorld, type ReconciliationWorld } from '../../../tests/fixtures/reconciliation.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { newReference } from '../wallets/transfer-reference.ts';
import { type ComparedLine, pairLines } from './across-formats.ts';

const plain: ComparedLine = {
  ...{ id: 1n, sign: 1, bookedOn: '2031-03-01', valueOn: null, time: '', text: '', bankId: null, endToEndId: null },
  ...{ counterpartyAccount: null, isBack: false, isSure: true },
};

const [refA, refB] = [newReference(() => 3), newReference(() => 11)];

describe('two lines of one amount', () => {
  it.each<[string, Partial<ComparedLine>, Partial<ComparedLine>, string | undefined]>([
    ['nothing but the day', {}, {}, 'open'],
    ['another day', {}, { bookedOn: '2031-03-02' }, undefined],
    ['the booking day is the value day', {}, { bookedOn: '2031-03-05', valueOn: '2031-03-01' }, 'open'],
    ['in and out', {}, { sign: -1 }, undefined],
    ['a direction is not known', { text: 'Invoice 77' }, { sign: 0, text: 'Invoice 77' }, 'alike blurred'],
    ['the same id of the bank', { bankId: 'B-1' }, { bankId: 'B-1', bookedOn: '2031-03-06' }, 'proved blurred'],
    ['a week later', { bankId: 'B-1' }, { bankId: 'B-1', bookedOn: '2031-03-08' }, 'proved blurred'],
    ['weeks later it is another', { bankId: 'B-1' }, { bankId: 'B-1', bookedOn: '2031-03-20' }, undefined],
    ['other ids of the bank say nothing', { bankId: 'B-1' }, { bankId: '77' }, 'open'],
    ["the sender's id", { endToEndId: 'INV-2031-7' }, { endToEndId: 'inv 2031 7' }, 'proved'],
    [
      "the sender's id a week later",
      { endToEndId: 'INV-2031-7' },
      { endToEndId: 'INV-2031-7', bookedOn: '2031-03-08' },
      'proved blurred',
    ],
    [
      "the sender's id after more than a week",
      { endToEndId: 'INV-2031-7' },
      { endToEndId: 'INV-2031-7', bookedOn: '2031-03-09' },
      undefined,
    ],
    ['a part of his id', { endToEndId: 'INV-2031-7' }, { endToEndId: 'INV-2031-77' }, 'open'],
    ['an id that is too short', { endToEndId: 'A-1' }, { text: 'xA-1' }, 'open'],
    ["the sender's id in the text", { endToEndId: 'INV-2031-7' }, { text: 'Miete INV-2031-7 Beispiel' }, 'proved'],
    ['an id without a digit is a word', { endToEndId: 'INVOICE' }, { text: 'INVOICE' }, 'open'],
    [
      'another id of the sender',
      { endToEndId: 'INV-2031-7', text: 'rent' },
      { endToEndId: 'INV-2031-8', text: 'rent' },
      undefined,
    ],
    ['the text in the other', { text: 'Invoice 77' }, { text: 'GUTSCHRIFT Invoice 77 Erika Beispiel' }, 'alike'],
    ['most of the words', { text: 'Invoice 77 of Erika' }, { text: 'SEPA Erika INVOICE 77' }, 'alike'],
    ['a short text as a word', { text: 'tip' }, { text: 'GUTSCHRIFT tip' }, 'alike'],
    ['and in a word', { text: 'tip' }, { text: 'GUTSCHRIFT multiple' }, 'open'],
    ['a few of the words', { text: 'Invoice 77' }, { text: 'Rechnung 77' }, 'open'],
    ['days later', { text: 'Invoice 77' }, { text: 'Invoice 77', bookedOn: '2031-03-04' }, 'alike blurred'],
    ['too many days later', { text: 'Invoice 77' }, { text: 'Invoice 77', bookedOn: '2031-03-05' }, undefined],
    ['another reference of a top-up', { text: `top-up ${refA}` }, { text: `top-up ${refB}` }, undefined],
    ['one of its references', { text: `${refA} ${refB}` }, { text: refB }, 'alike'],
    ['what only looks like a reference', { text: 'RF61 KXQM PTBD' }, { text: 'RF06XXXXXXXX' }, 'open'],
    ['another second alone', { time: '10:15:30' }, { time: '10:15:31' }, 'open blurred'],
    ['a second that one does not say', { text: 'Invoice 77', time: '10:15:30' }, { text: 'Invoice 77' }, 'alike'],
    ['the same second', { time: '10:15:30' }, { time: '10:15:30' }, 'alike'],
    [
      'another second',
      { text: 'Invoice 77', time: '10:15:30' },
      { text: 'Invoice 77', time: '10:15:31' },
      'alike blurred',
    ],
    [
      'the counterparty, written differently',
      { counterpartyAccount: 'DE89370400440532013000' },
      { counterpartyAccount: '0532013000' },
      'alike',
    ],
    [
      'another counterparty',
      { counterpartyAccount: 'DE89370400440532013000', text: 'rent 2031' },
      { counterpartyAccount: 'DE02120300000000202051', text: 'rent 2031' },
      undefined,
    ],
    [
      'a masked counterparty',
      { counterpartyAccount: 'DE89370400440532013000', text: 'rent 2031' },
      { counterpartyAccount: 'XXXX202051', text: 'rent 2031' },
      'alike',
    ],
    [
      'of a payment that came back',
      { counterpartyAccount: 'DE89370400440532013000', text: 'rent 2031', isBack: true },
      { counterpartyAccount: 'DE02120300000000202051', text: 'rent 2031' },
      'alike',
    ],
  ])('%s', (_name, one, other, expected) => {
    const both = [
      pairLines([{ ...plain, ...one }], [{ ...plain, id: 2n, ...other }]),
      pairLines([{ ...plain, ...other }], [{ ...plain, id: 2n, ...one }]),
    ];
    for (const [pair] of both) {
      expect(pair && `${pair.agreement}${pair.isBlurred ? ' blurred' : ''}`).toBe(expected);
    }
  });

  it('each is one at most, the best first; an id that is there twice proves nothing', () => {
    const line = (id: bigint, text: string, endToEndId: string | null = null) => ({ ...plain, id, text, endToEndId });
    const found = pairLines(
      [line(1n, 'x'), line(2n, 'Invoice 77'), line(3n, 'y')],
      [line(4n, 'Invoice 77'), line(5n, 'z')],
    );
    expect(found.map(({ file, stored, agreement }) => [file.id, stored.id, agreement])).toEqual([
      [2n, 4n, 'alike'],
      [1n, 5n, 'open'],
    ]);
    const twice = pairLines([line(1n, '', 'INV-1-77'), line(2n, '', 'INV-1-77')], [line(3n, 'INV-1-77')]);
    expect(twice.map(({ agreement }) => agreement)).toEqual(['alike']);
    // One of two, and that of the nearest day.
    const late = { ...line(2n, 'Invoice 77'), bookedOn: '2031-03-02' };
    expect(pairLines([line(1n, 'Invoice 77')], [late, line(3n, 'Invoice 77')]).map(({ stored }) => stored.id)).toEqual([
      3n,
    ]);
    // Ids prove something also where other lines have none.
    const ids = pairLines(
      [line(1n, 'of INV-1-77'), line(2n, 'of INV-1-78')],
      [line(3n, '', 'INV-1-77'), line(4n, '', 'INV-1-78')],
    );
    expect(ids.map(({ agreement }) => agreement)).toEqual(['proved', 'proved']);
    // Too many to compare: what has no equal text is paired day by day.
    const side = (name: string, at: bigint) =>
      Array.from({ length: 70 }, (_, n) => ({
        ...line(at + BigInt(n), n < 10 ? `same ${n}` : `${name} ${n}`),
        ...(n < 40 ? {} : { bookedOn: name === 'a' ? '2031-03-02' : '2031-03-03' }),
      }));
    const some = pairLines(side('a', 0n), side('b', 1_000n));
    expect(some.map(({ file, stored }) => stored.id - file.id)).toEqual(Array(40).fill(1_000n));
    expect(some.map(({ agreement }) => agreement)).toEqual([...Array(10).fill('alike'), ...Array(30).fill('open')]);
    const many = Array.from({ length: 100 }, (_, at) => line(BigInt(at), `a ${at}`));
    const pairs = pairLines(
      many,
      [...many]
        .reverse()
        .map((one) => ({ ...one, id: one.id + 1_000n }))
        .slice(0, 99),
    );
    expect(pairs).toHaveLength(99);
    expect(pairs.every(({ file, stored }) => stored.id === file.id + 1_000n)).toBe(true);
  });
});

let world: ReconciliationWorld;
beforeAll(async () => {
  world = await createReconciliationWorld();
});
afterAll(() => world.close());

const ours = 'DE89370400440532013000';
const march = (amount: bigint, text: string, more: Partial<Movement> = {}): Movement => ({
  ...{ amount, text, bookedOn: '2031-03-03', valueOn: '2031-03-03', reverses: false, endToEndId: 'NOTPROVIDED' },
  ...{ name: 'Erika Beispiel', account: 'DE02120300000000202051', ...more },
});
const written = (movements: Movement[], more: Partial<Written> = {}): Written => ({
  ...{ account: ours, number: '7', opening: 0n, on: '2031-03-03', movements, ...more },
});
const german = (amount: bigint): string => `${(Number(amount) / 100).toFixed(2).replace('.', ',')}`;
const day = (iso: string): string => iso.split('-').reverse().join('.');
const csv = (movements: Movement[]): string => {
  let balance = 100_000n;
  const rows = movements.map(({ amount, bookedOn, text }) => {
    balance += amount;
    return `${day(bookedOn)};${text};${german(amount)};EUR;${german(balance)}`;
  });
  return ['Buchungstag;Verwendungszweck;Betrag;Währung;Saldo', ...rows, ''].join('\n');
};
const sums = async () => {
  const { rows } = await world.pool.query(
    `select count(*)::int as lines, coalesce(sum(amount) filter (where duplicate is distinct from 'possible'), 0)::int as sum,
       count(*) filter (where duplicate = 'possible')::int as possible from statement_lines where mode = 'test'`,
  );
  return rows[0];
};

describe('an account in several formats', () => {
  const movements = [
    march(-12_000n, 'rent of march', { endToEndId: 'RENT-2031-03' }),
    march(4_000n, 'Invoice 77'),
    march(4_000n, 'Invoice 77'),
    march(510n, 'thanks'),
  ];

  it('has each movement once, in whatever order, and knows what each format says', async () => {
    expect(await world.importFile(csv(movements.slice(0, 2)))).toMatchObject({ lines: 2, repeated: [] });
    const camt = await world.importFile(asCamt053(written(movements), '08'));
    // Of three that look the same in the file, as many are new as were not stored.
    expect(camt).toMatchObject({ lines: 2, possible: 0, completed: 2 });
    expect(camt.repeated).toHaveLength(2);
    const mt = await world.importFile(asMt940(written(movements, { account: '0532013000' })));
    expect(mt).toMatchObject({ lines: 0, possible: 0 });
    expect(mt.repeated).toHaveLength(4);
    // What the first of them left out is known to their layouts by now.
    const again = await world.importFile(asCamt053(written([...movements, march(77n, 'new')]), '08'));
    expect(again).toMatchObject({ lines: 1, possible: 0 });
    expect(await world.importFile(csv([...movements, march(77n, 'new')]))).toMatchObject({ lines: 0, possible: 0 });
    expect(await sums()).toEqual({ lines: 5, sum: -3_413, possible: 0 });
    const { rows } = await world.pool.query(
      `select amount::int, end_to_end_id as e2e, counterparty_name as name, value_on::text, reference, added_text as added
       from statement_lines order by id limit 1`,
    );
    expect(rows[0]).toMatchObject({
      amount: -12_000,
      e2e: 'RENT-2031-03',
      name: 'Erika Beispiel',
      reference: 'rent of march',
    });
    expect(rows[0].added).toContain('RENT-2031-03');
    await expectBooksToHold(world.db);
  });

  it('leaves to a person what nothing but the amount says', async () => {
    const may = { bookedOn: '2031-05-05', valueOn: '2031-05-05' };
    await world.importFile(csv([march(9_900n, 'x1', may), march(8_800n, 'x2', may)]));
    const before = await sums();
    const result = await world.importFile(
      asCamt053(written([march(9_900n, 'other words', may), march(7_700n, 'y', may)]), '02'),
    );
    expect(result).toMatchObject({ lines: 2, repeated: [], possible: 1 });
    expect(await sums()).toEqual({ lines: before.lines + 2, sum: before.sum + 7_700, possible: 1 });
    // The next file of this layout has the line too: it is the same one, whatever it is.
    const next = [march(9_900n, 'other words', may), march(7_700n, 'y', may), march(1n, 'z', may)];
    expect(await world.importFile(asCamt053(written(next), '02'))).toMatchObject({ lines: 1, possible: 0 });
  });

  it('is known by its text on a day of which two lines are, and nothing is by its amount', async () => {
    const april = (day: string) => ({ bookedOn: `2031-04-${day}`, valueOn: `2031-04-${day}` });
    const lines = (day: string, last: string, ...texts: string[]) =>
      [...texts, last].map((text, at) => march(3_000n + BigInt(at), text, april(day)));
    await world.importFile(csv([...lines('07', 'x1', 'Invoice 78'), ...lines('14', 'x2', 'Invoice 79', 'Invoice 80')]));
    // One that is alike and one of which only the amount agrees, and then two that are alike.
    expect(await world.importFile(asCamt053(written(lines('07', 'other words', 'Invoice 78')), '02'))).toMatchObject({
      ...{ lines: 2, repeated: [], possible: 2 },
    });
    const camt = asCamt053(written(lines('14', 'other words', 'Invoice 79', 'Invoice 80')), '02');
    expect(await world.importFile(camt)).toMatchObject({ lines: 1, repeated: { length: 2 }, possible: 1 });
    // Another source and mode have lines of their own.
    for (const other of [{ source: 'card' }, { mode: 'live' }] as const) {
      expect(await world.importFile(camt, ours, other)).toMatchObject({ lines: 3, possible: 0 });
    }
    await world.pool.query(`delete from statement_lines where mode = 'live'`);
    await world.pool.query(
      `delete from statement_balances where import_id in (select id from statement_imports where mode = 'live')`,
    );
    await world.pool.query(`delete from statement_imports where mode = 'live'`);
  });

  it('is one account, with its number or without', async () => {
    const june = { bookedOn: '2031-06-05', valueOn: '2031-06-05' };
    const both = [march(1_100n, 'first of june', june), march(2_200n, 'second of june', june)];
    const live = { mode: 'live' } as const;
    const file = 'date,amount,currency,text\n2031-06-05,11.00,EUR,first of june\n2031-06-05,22.00,EUR,second of june\n';
    await world.import(file, live);
    expect(await world.importFile(asMt940(written(both)), '', live)).toMatchObject({ lines: 0, completed: 2 });
    // By now it is known whose lines these are.
    const other = 'DE02120300000000202051';
    const ofOther = asCamt053(written(both, { account: other }), '08');
    expect(await world.importFile(ofOther, other, live)).toMatchObject({ lines: 2, possible: 0 });
    // Of two accounts, a statement that names none may be of either.
    const july = { bookedOn: '2031-07-05', valueOn: '2031-07-05' };
    await world.import(file.replaceAll('06-05', '07-05').replaceAll('june', 'july'), live);
    const again = written([march(1_100n, 'first of july', july), march(2_200n, 'second of july', july)]);
    expect(await world.importFile(asMt940(again), '', live)).toMatchObject({ lines: 2, possible: 2 });
    await expectBooksToHold(world.db);
  });
});
