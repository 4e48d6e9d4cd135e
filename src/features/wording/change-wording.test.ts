/** The operator's own texts: kept, used by pages and emails in their language alone, heard of by other processes. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operator } from '../../../tests/support/actors.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { rowChannels } from '../../base/database/row-changes.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type { Language } from '../../base/languages/languages.ts';
import { writeMail } from '../../core/mail/mail.ts';
import { queueMail } from '../../core/mail/queue-mail.ts';
import { listCustomTexts } from '../../core/wording/custom-texts.repository.ts';
import type { TextArea } from '../../core/wording/custom-texts.ts';
import { followWording } from '../../core/wording/follow-wording.ts';
import { stringsOf } from '../checkout/strings/index.ts';
import { statementWords } from '../settlements/statements/words.ts';
import { resetText, setOwnText } from './change-wording.ts';
import { createTextCatalog } from './text-catalog.ts';

let database: TestDatabase;
const catalog = createTextCatalog();
const at = new Date('2031-03-09T12:00:00Z');

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => database.owner.query('truncate custom_texts, audit_log, mails'));
afterAll(() => database.drop());

const placeOf = (area: TextArea, key: string, language: Language = 'de') => ({ language, area, key });
const pay = placeOf('checkout', 'pay');
const set = (place: typeof pay, text: string) =>
  inTransaction(database.db, (tx) => setOwnText(operator(), tx, catalog, place, text, at));
const reset = (place: typeof pay) => inTransaction(database.db, (tx) => resetText(operator(), tx, place));
const changes = async () =>
  (await database.pool.query('select before, after from audit_log order by id')).rows.map(({ before, after }) => [
    before?.text,
    after.text,
  ]);

/** Another process: `hear`, what PostgreSQL would say. */
async function follow() {
  const handlers = new Map<string, () => void>();
  const notifications = {
    on: (channel: string, handle: (payload: string) => void) => void handlers.set(channel, () => handle('all')),
    onGap: (handle: () => void) => void handlers.set('gap', handle),
  };
  const wording = followWording(database.db, notifications, () => expect.unreachable());
  await wording.load();
  return { wording, hear: (channel: string) => handlers.get(channel)?.() };
}

it('a text is said in its language alone, until it is reset', async () => {
  const { wording } = await follow();
  await set(pay, 'Jetzt {amount} zahlen');
  await set(placeOf('mails', 'payer.receiptSubject'), 'Danke von {shop}');
  await set(placeOf('statements', 'statement.signature'), 'Zahlungen mit Beispiel');
  await wording.load();
  const strings = stringsOf('de', wording.of('de'));
  expect([strings.pay('5 EUR'), strings.mail.receiptSubject('Laden')]).toEqual([
    'Jetzt 5 EUR zahlen',
    'Danke von Laden',
  ]);
  expect(strings.cancel).toBe(stringsOf('de').cancel);
  expect(stringsOf('fr', wording.of('fr'))).toBe(stringsOf('fr'));
  expect(statementWords('de', wording.of('de')).t('statement.signature')).toBe('Zahlungen mit Beispiel');

  await reset(pay);
  await wording.load();
  expect(stringsOf('de', wording.of('de')).pay('5 EUR')).toBe('5 EUR zahlen');
  expect((await changes()).filter((_, n) => n === 0 || n === 3)).toEqual([
    [undefined, 'Jetzt {amount} zahlen'],
    ['Jetzt {amount} zahlen', null],
  ]);
});

it('an email says it to whoever reads that language, escaped', async () => {
  await set(placeOf('mails', 'mail.signature'), 'Zahlungen & "mehr"');
  await inTransaction(database.db, async (tx) => {
    for (const language of ['de', 'fr'] as const) {
      const reader = { email: `${language}@example.com`, language };
      await queueMail(tx, reader, (words) => writeMail(words, { subject: 'S', before: [] }));
    }
  });
  const { rows } = await database.pool.query('select text, html from mails order by recipient');
  expect(rows[0].text).toContain('--\nZahlungen & "mehr"\n');
  expect(rows[0].html).toContain('>Zahlungen &amp; &quot;mehr&quot;</p>');
  expect(rows[1].text).not.toContain('mehr');
});

it.each([
  ['Zahlen', 'must contain {amount}'],
  ['{amount} {host}', 'has {host}, which is not a value of this text'],
  ['<script>{amount}', 'must not contain < or >'],
  [`{amount}${'x'.repeat(10_000)}`, 'must have at most 1,000 characters'],
  ['{amount} zahlen', 'is the original: reset it instead'],
])('%s is refused and changes nothing', async (text, message) => {
  const refusal = { code: 'validation_failed', details: [{ field: 'text', message }] };
  await expect(set(pay, text)).rejects.toMatchObject(refusal);
  expect([await listCustomTexts(database.db), await changes()]).toEqual([[], []]);
});

it('a text that is not there is not found', async () => {
  await expect(set(placeOf('checkout', 'nothing'), 'x')).rejects.toMatchObject({ code: 'not_found' });
  await expect(reset(pay)).rejects.toMatchObject({ code: 'not_found' });
});

it('of two writers at once each sees what the one before wrote', async () => {
  await Promise.all([set(pay, 'A {amount}'), set(pay, 'B {amount}'), set(pay, 'C {amount}')]);
  const log = await changes();
  expect(log.map(([before]) => before)).toEqual([undefined, log[0]?.[1], log[1]?.[1]]);
  expect((await listCustomTexts(database.db)).map(({ text }) => text)).toEqual([log[2]?.[1]]);
});

it('the same text again is no change', async () => {
  for (let times = 0; times < 2; times += 1) await set(pay, 'A {amount}');
  expect(await changes()).toHaveLength(1);
});

describe('another process', () => {
  it.each([rowChannels.texts, 'gap'])('reads the texts anew on %s', async (channel) => {
    const { wording, hear } = await follow();
    await set(pay, 'A {amount}');
    expect(wording.of('de').checkout.size).toBe(0);
    hear(channel);
    await expect.poll(() => wording.of('de').checkout.get('pay')).toBe('A {amount}');
  });

  it('is told by whoever changes one', async () => {
    const client = await database.owner.connect();
    try {
      await client.query(`listen ${rowChannels.texts}`);
      for (const act of [() => set(pay, 'A {amount}'), () => reset(pay)]) {
        const heard = new Promise<string>((resolve) => {
          client.once('notification', ({ channel }) => resolve(channel));
        });
        await act();
        expect(await heard).toBe(rowChannels.texts);
      }
    } finally {
      client.release(true);
    }
  });
});
