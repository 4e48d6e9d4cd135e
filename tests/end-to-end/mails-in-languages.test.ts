/** Mails in the reader's language: every mail that may be in another one, and whose language decides (docs/contract/people.md, "Emails"). */
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { type Language, languages } from '../../src/base/languages/languages.ts';
import type { Mail } from '../../src/core/mail/mail.ts';
import { queueNotice } from '../../src/core/mail/queue-mail.ts';
import { en } from '../../src/core/mail/strings/en.ts';
import { createWords, type Words } from '../../src/core/mail/words.ts';
import { partArrivedMail, waitsForOperatorMail, whyWaiting } from '../../src/features/bank-transfers/shop-mails.ts';
import { declinedMail, passedMail, waitingMail } from '../../src/features/cash/cash-mails.ts';
import { unpayableMail } from '../../src/features/checkout/notices/unpayable-mail.ts';
import { closedMail, erasedMail, reopenedMail } from '../../src/features/closing/leaving-mails.ts';
import { settledMail } from '../../src/features/debts/debt-mails.ts';
import { listReadersThatMay } from '../../src/features/holders/addresses.ts';
import { approvedMail, refusedMail, resumedMail, suspendedMail } from '../../src/features/holders/holder-mails.ts';
import { listTeam } from '../../src/features/holders/members.repository.ts';
import { endedByCompanyMail, invitationMail } from '../../src/features/links/invitation-mails.ts';
import * as members from '../../src/features/members/member-mails.ts';
import { disputeMail, reminderMail } from '../../src/features/payments/dispute-mails.ts';
import { bankAccountMail } from '../../src/features/payouts/bank-account-mails.ts';
import { payoutMail } from '../../src/features/payouts/payout-mails.ts';
import { payoutRefusedMail, scheduleChangedMail } from '../../src/features/payouts/payout-schedule-mails.ts';
import * as people from '../../src/features/people/people-mails.ts';
import { resetDoneMail, resetSoonMail } from '../../src/features/people/reset-mails.ts';
import { viewMail } from '../../src/features/saved-views/view-mail.ts';
import { statementMail } from '../../src/features/settlements/statements/mail-statements.ts';
import { providerMail } from '../../src/features/single-sign-on/provider-mails.ts';
import * as topUps from '../../src/features/wallets/top-up-mails.ts';
import { stoppedMail } from '../../src/features/webhooks/mail-stopped.ts';
import { createTestAccount, password, type TestAccount } from '../fixtures/account.ts';
import { visitWith } from '../fixtures/people.ts';
import { makeCompany, makeKey } from '../support/holders.ts';
import { createPartnerClient } from '../support/partner-client.ts';

/** Facts of a mail, without those that no text shows. */
const some = <Facts>(facts: object): Facts => facts as Facts;
const at = new Date('2031-03-09T12:00:00Z');
const linked = { publicUrl: 'https://PAY.EXAMPLE', token: 'TOKEN' };
const payout = { id: 'PO', mode: 'test', amount: 1_000n, fee: 50n, currency: 'EUR', reason: 'WHY' };
const schedule = { mode: 'test', accountKind: 'earnings', currency: 'EUR', timeZone: 'UTC', minimum: 1n, keep: 2n };
const topUp = { amount: 500n, requestedAmount: 400n, currency: 'EUR', reference: 'AAAA', expiresAt: at, reason: 'WHY' };
const reversed = {
  ...topUp,
  reversal: { amount: 300n, covered: 100n, reason: 'WHY', cash: { held: 100n, earned: 100n } },
};
const viewed = { view: 'MINE', account: 'BOLT', address: 'https://PAY.EXAMPLE' };
const details = { accountHolder: 'A', iban: 'B', bic: 'C', bankName: 'D', other: 'E' };
const limits = { companyName: 'BOLT', held: 500n, currency: 'EUR' };
const handover = { amount: 500n, currency: 'EUR', note: 'NOTE' };
const debt = { kind: 'repaid', amount: 500n, currency: 'EUR', reason: 'WHY' };
const dispute = {
  id: 'D',
  paymentId: 'P',
  mode: 'test',
  amount: 5n,
  currency: 'EUR',
  reason: 'WHY',
  evidenceDueAt: at,
};
const transfer = {
  payment: { id: 'P', mode: 'test', amount: 9n, currency: 'EUR' },
  transfer: { reference: 'AAAA', parts: [] },
};
const team = { name: 'BOLT', kind: 'merchant', isVouchedFor: true } as const;
const unpayable = {
  name: 'BOLT',
  payment: { id: 'P', holderId: 1n, mode: 'live' },
  publicUrl: 'https://PAY.EXAMPLE',
} as const;
const stopped = {
  publicUrl: 'https://PAY.EXAMPLE',
  name: 'BOLT',
  endpoint: { holderId: 1n, mode: 'test', host: 'H' },
} as const;
const invited = { ...linked, company: { name: 'BOLT', status: 'active' }, type: 'courier', servesLive: false } as const;

type Write = (words: Words) => Mail | undefined;

/** Addresses, and a month in German. */
const sameInAll = /https?:\S+|pay\.example|März/g;

/** Each mail whose reader may have another language, with what changes its words. */
const mails: Record<string, Write[]> = {
  'sign-up': [(w) => people.confirmMail(w, linked), (w) => people.alreadySignedUpMail(w, linked.publicUrl)],
  password: [
    (w) => people.resetMail(w, linked),
    (w) => people.choosePasswordMail(w, { ...linked, hours: 72 }),
    (w) => people.liftMail(w, linked),
    people.passwordChangedMail,
  ],
  'two-step sign-in': [
    (w) => people.secondFactorOnMail(w, at),
    people.secondFactorOffMail,
    people.recoveryCodeUsedMail,
    people.codesGuessedMail,
    people.recoveryCodesRenewedMail,
    (w) => people.passkeyAddedMail(w, at),
    people.passkeyRemovedMail,
    (w) => resetSoonMail(w, at),
    resetDoneMail,
  ],
  closing: [
    (w) => closedMail(w, 'BOLT'),
    (w) => reopenedMail(w, 'BOLT', 'WHY'),
    (w) => erasedMail(w, 'person'),
    (w) => erasedMail(w, 'operator'),
  ],
  team: [
    (w) => members.memberInvitationMail(w, { ...linked, team, role: 'owner' }),
    (w) => members.memberInvitationMail(w, { ...linked, team: { ...team, kind: 'service' }, role: 'support' }),
    (w) => members.joinedMail(w, { team, member: 'ADA', role: 'viewer' }),
    (w) => members.roleChangedMail(w, { team, role: 'finance' }),
    (w) => members.removedMail(w, team),
    (w) => members.leftMail(w, { team, member: 'ADA' }),
    (w) => members.leftMail(w, { team, member: null }),
    (w) => providerMail(w, { team, issuer: 'ISSUER' }),
    (w) => providerMail(w, { team, issuer: null }),
  ],
  payouts: [
    ...(['approved', 'sent', 'completed', 'rejected', 'failed'] as const).map(
      (status): Write =>
        (w) =>
          payoutMail(w, some({ ...payout, status })),
    ),
    (w) => bankAccountMail(w, some({ iban: 'DE02' }), 'added'),
    (w) => bankAccountMail(w, some({ iban: 'DE02' }), 'removed'),
    ...[
      { every: 'never', day: null },
      { every: 'day', day: null },
      { every: 'week', day: 5 },
      { every: 'month', day: 3 },
      { every: 'month', day: 31 },
    ].map(
      (one): Write =>
        (w) =>
          scheduleChangedMail(w, some({ ...schedule, ...one })),
    ),
    ...(['bankAccount', 'amount', 'account', 'funds', undefined] as const).map(
      (kind): Write =>
        (w) =>
          payoutRefusedMail(w, some(schedule), { text: 'WHY', kind }),
    ),
  ],
  'top-ups': [
    (w) => topUps.requestedMail(w, some(topUp), some(details)),
    (w) => topUps.requestedMail(w, some(topUp), undefined),
    (w) => topUps.receivedMail(w, some(topUp)),
    (w) => topUps.receivedMail(w, some({ ...topUp, requestedAmount: null })),
    (w) => topUps.refusedMail(w, some(topUp)),
    (w) => topUps.expiredMail(w, some(topUp)),
    (w) => topUps.returnedMail(w, some(topUp), { amount: 1n, currency: 'EUR', reason: 'WHY' }),
    (w) => topUps.takenBackMail(w, some(reversed)),
    (w) => topUps.takenBackMail(w, some({ ...reversed, amount: 300n })),
  ],
  cash: [
    (w) => topUps.cashReceivedMail(w, some({ ...topUp, handedOver: 100n }), 'BOLT'),
    (w) => topUps.cashTakenBackMail(w, some(reversed), 'BOLT'),
    (w) => passedMail(w, some({ ...limits, limit: 100n, days: null })),
    (w) => passedMail(w, some({ ...limits, limit: null, days: 1 })),
    (w) => passedMail(w, some({ ...limits, limit: 100n, days: 3 })),
    (w) => waitingMail(w, some({ ...handover, recordedBy: 'company' }), 'BOLT'),
    (w) => declinedMail(w, some({ ...handover, recordedBy: 'link' }), 'BOLT'),
  ],
  debts: (['repaid', 'written_off'] as const).flatMap((kind): Write[] => [
    (w) => settledMail(w, some({ ...debt, kind }), 'BOLT', 0n),
    (w) => settledMail(w, some({ ...debt, kind }), null, 100n),
  ]),
  disputes: [
    ...(['opened', 'won', 'lost', 'recalled', 'undone', 'refused'] as const).map(
      (news): Write =>
        (w) =>
          disputeMail(w, news, some(dispute)),
    ),
    (w) => disputeMail(w, 'opened', some({ ...dispute, evidenceDueAt: null })),
    (w) => reminderMail(w, some(dispute), at),
  ],
  payments: [
    ...(['not_approved', 'suspended', 'no_card_payments'] as const).map(
      (reason): Write =>
        (w) =>
          unpayableMail(w, { ...unpayable, reason }),
    ),
    (w) => partArrivedMail(w, some(transfer)),
    ...(Object.keys(whyWaiting) as (keyof typeof whyWaiting)[]).map(
      (why): Write =>
        (w) =>
          waitsForOperatorMail(w, some(transfer), { amount: 5n, currency: 'EUR' }, why),
    ),
  ],
  links: [
    (w) => invitationMail(w, invited),
    (w) => invitationMail(w, { ...invited, company: { name: 'BOLT', status: 'pending' } }),
    (w) => endedByCompanyMail(w, some({ ...linked, companyName: 'BOLT', link: { id: 4n, type: 'courier' } })),
  ],
  'live mode': [
    (w) => approvedMail(w, 'BOLT'),
    (w) => refusedMail(w, 'BOLT', 'WHY'),
    (w) => suspendedMail(w, 'BOLT', 'WHY'),
    (w) => resumedMail(w, 'BOLT'),
  ],
  webhooks: [
    (w) => stoppedMail(w, { ...stopped, reason: 'failing' }),
    (w) => stoppedMail(w, { ...stopped, reason: 'gone' }),
  ],
  views: [
    (w) => viewMail(w, { ...viewed, mode: 'test', days: { from: '2031-03-09', to: '2031-03-09' } }),
    (w) => viewMail(w, { ...viewed, mode: 'live', days: { from: '2031-03-01', to: '2031-03-31' } }),
  ],
  statements: [(w) => statementMail(w, { name: 'BOLT', month: at, address: 'https://PAY.EXAMPLE' })],
};

/** In the stand-in language a text is its key and its values, in capitals and between brackets. */
const standIn = Object.fromEntries(
  Object.entries(en).map(([id, text]) => {
    const values = [...new Set(valuesIn(parse(text)))].map((name) => `{${name}}`);
    return [id, `[${[id.toUpperCase(), ...values].join(' ')}]`];
  }),
);

/** The names of what is put in as it is, and not chosen by. */
function valuesIn(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((one) => {
    if (one.type === TYPE.argument) return [one.value];
    if (one.type !== TYPE.select && one.type !== TYPE.plural) return [];
    return Object.values(one.options).flatMap((option) => valuesIn(option.value));
  });
}

const others = Object.fromEntries(languages.map((language) => [language, standIn]));

describe.each(Object.entries(mails))('mails about %s', (_, written) => {
  it.each(written.map((write, n) => [n, write] as const))('have no English left: %i', (_n, write) => {
    const used = createWords(others as never)('de');
    const { subject, text, html } = write(used) as Mail;
    for (const part of [subject, text]) expect(part.replaceAll(sameInAll, '')).not.toMatch(/[a-z]{2,}/);
    expect(html).toContain('<html lang="de" dir="ltr">');
  });
});

it('every text of the catalogue is in one of them', () => {
  const seen = new Set<string>(['mail.unsubscribe']);
  const words = createWords(others as never)('de');
  const noting: Words = {
    ...words,
    t: (id, values) => {
      seen.add(id);
      return words.t(id, values);
    },
  };
  for (const write of Object.values(mails).flat()) write(noting);
  expect(Object.keys(en).filter((id) => !seen.has(id))).toEqual([]);
});

describe('the reader decides', () => {
  let account: TestAccount;
  beforeAll(async () => {
    account = await createTestAccount();
  });
  const mailedTo = async (email: string): Promise<unknown> =>
    (
      await account.pool.query('select language, html from mails where recipient = $1 order by id desc limit 1', [
        email,
      ])
    ).rows[0];
  const inGreek = { language: 'el', html: expect.stringContaining('<html lang="el" dir="ltr">') };
  afterAll(() => account.close());

  const speaks = (email: string, language: Language) =>
    account.pool.query('update people set language = $2 where email = $1', [email, language]);

  it('one event, two people, two languages; what is put under a mail too', async () => {
    const one = await account.newCustomer();
    const { rows } = await account.pool.query(
      `insert into people (id, name, email, email_verified, language) values ('zoe', 'Zoe', 'zoe@example.com', true, 'ar')
       returning id`,
    );
    await account.pool.query(`insert into members (holder_id, person_id, role) values ($1, $2, 'owner')`, [
      one.holderId,
      rows[0].id,
    ]);
    await speaks(one.email, 'de');
    await inTransaction(account.db, async (tx) => {
      for (const reader of await listReadersThatMay(tx, one.holderId, 'payouts.request'))
        await queueNotice(tx, 'payouts', reader, (words) => ({
          ...closedMail(words, 'Bolt'),
          subject: words.language,
        }));
    });
    const mailed = await account.pool.query(
      `select recipient, subject, language, html from mails where kind = 'payouts' order by recipient`,
    );
    const facts = new Map(mailed.rows.map(({ recipient, ...mail }) => [recipient, mail]));
    expect(facts.get(one.email)).toMatchObject({ subject: 'de', language: 'de' });
    expect(facts.get('zoe@example.com')).toMatchObject({ subject: 'ar', language: 'ar' });
    expect(facts.get('zoe@example.com').html).toContain('<html lang="ar" dir="rtl">');
  });

  it('a sign-up is confirmed in the language of its browser', async () => {
    const email = 'nikos@example.com';
    const visit = { ...visitWith(), language: 'el' as const };
    expect(await account.people.register(visit, { name: 'Nikos', email, password })).toEqual({ ok: true });
    await account.deliver();
    expect(await mailedTo(email)).toMatchObject(inGreek);
  });

  it('a company’s people read of its business in English, and of their own account in their language', async () => {
    const { email, holderId } = await account.newCustomer();
    await speaks(email, 'el');
    await account.pool.query(`update holders set kind = 'company' where id = $1`, [holderId]);
    const [own] = await inTransaction(account.db, (tx) => listTeam(tx, holderId));
    expect(own).toMatchObject({ email, language: 'el' });
    const [reader] = await inTransaction(account.db, (tx) => listReadersThatMay(tx, holderId, 'payouts.request'));
    expect(reader).toMatchObject({ email, language: 'en' });
  });

  it.each([
    ['the one that was asked for', 'el', 'de', 'el'],
    ['that of the person', undefined, 'el', 'el'],
    ['English of someone who is not known', undefined, undefined, 'en'],
  ] as const)('an invitation has %s', async (_, wanted, own, expected) => {
    const company = await makeCompany(account.db);
    const partner = createPartnerClient(account.app, await makeKey(account.db, company));
    let email = `someone-${company}@example.com`;
    if (own !== undefined) {
      ({ email } = await account.newCustomer());
      await speaks(email, own);
    }
    const answer = await partner.post('/invitations', { email, type: 'courier', name: 'Nikos', language: wanted });
    expect([answer.statusCode, answer.json().error]).toEqual([201, undefined]);
    expect(await mailedTo(email)).toMatchObject({ language: expected });
  });
});
