/** What the mails about a top-up by bank transfer say. Pure. */
import { serviceHolderId } from '../../core/ledger/post.ts';
import { dashboardAddress, type Mail, writeMail } from '../../core/mail/mail.ts';
import type { Words } from '../../core/mail/words.ts';
import type { BankDetails } from './bank-details.ts';
import type { TopUp } from './top-ups.repository.ts';
import { formatReference } from './transfer-reference.ts';

type Row = [label: string, value: string];

const amountOf = (words: Words, { amount, currency }: TopUp): string => words.money(amount, currency);
const linkOf = ({ t }: Words, topUp: TopUp) => ({
  label: t('mail.open.topUp'),
  address: dashboardAddress(topUp, `top-ups/${topUp.id}`),
});
const toReview = (topUp: TopUp) => ({
  label: 'Review top-ups',
  address: dashboardAddress({ holderId: serviceHolderId, mode: topUp.mode }, 'operator/top-ups'),
});
const referenceOf = ({ t }: Words, { reference }: TopUp): Row[] =>
  reference === null ? [] : [[t('mail.reference'), formatReference(reference)]];

/** The account to transfer to, line by line. */
function detailsOf({ t }: Words, { accountHolder, iban, bic, bankName, other }: BankDetails): Row[] {
  const lines: [string, string | null][] = [
    [t('topUp.accountHolder'), accountHolder],
    [t('topUp.iban'), iban],
    [t('topUp.bic'), bic],
    [t('topUp.bank'), bankName],
    [t('topUp.otherDetails'), other?.replaceAll('\n', ', ') ?? null],
  ];
  return lines.flatMap(([label, value]): Row[] => (value === null ? [] : [[label, value]]));
}

export function requestedMail(words: Words, topUp: TopUp, details: BankDetails | undefined): Mail {
  const { t } = words;
  const { currency, expiresAt } = topUp;
  const amount = amountOf(words, topUp);
  return writeMail(words, {
    subject: t('topUp.requested.subject', { amount }),
    before: [
      details === undefined
        ? t('topUp.requested.noDetails', { amount, currency })
        : t('topUp.requested.text', { amount }),
    ],
    facts: [
      [t('mail.amount'), amount],
      ...referenceOf(words, topUp),
      ...(details === undefined ? [] : detailsOf(words, details)),
    ],
    link: linkOf(words, topUp),
    after: [
      t('topUp.requested.reference'),
      ...(expiresAt === null ? [] : [t('topUp.requested.expires', { day: words.day(expiresAt) })]),
    ],
  });
}

/** To the operator, in English. */
export const expectedMail = (words: Words, topUp: TopUp, name: string): Mail =>
  writeMail(words, {
    subject: `${name} announced a ${amountOf(words, topUp)} transfer`,
    before: [
      `${name} requested a top-up by bank transfer. Confirm it in the dashboard when the money is in your account, or import the bank statement.`,
    ],
    facts: [['Amount', amountOf(words, topUp)], ...referenceOf(words, topUp)],
    link: toReview(topUp),
  });

export function receivedMail(words: Words, topUp: TopUp): Mail {
  const { t } = words;
  const { requestedAmount, currency } = topUp;
  const amount = amountOf(words, topUp);
  return writeMail(words, {
    subject: t('topUp.received.subject', { amount }),
    before: [
      requestedAmount === null
        ? t('topUp.received.text', { amount })
        : t('topUp.received.other', { amount, requested: words.money(requestedAmount, currency) }),
    ],
    facts: referenceOf(words, topUp),
    link: linkOf(words, topUp),
  });
}

export function refusedMail(words: Words, topUp: TopUp): Mail {
  const { t } = words;
  const { reason } = topUp;
  const amount = amountOf(words, topUp);
  return writeMail(words, {
    subject: t('topUp.declined.subject', { amount }),
    before: [t('topUp.declined.text', { amount }), ...(reason === null ? [] : [t('mail.because', { reason })])],
    facts: referenceOf(words, topUp),
    link: linkOf(words, topUp),
  });
}

export function expiredMail(words: Words, topUp: TopUp): Mail {
  const { t } = words;
  const amount = amountOf(words, topUp);
  return writeMail(words, {
    subject: t('topUp.expired.subject', { amount }),
    before: [t('topUp.expired.text', { amount }), t('topUp.expired.again')],
    facts: referenceOf(words, topUp),
    link: linkOf(words, topUp),
  });
}

/** @param returned `amount` in minor units. */
export function returnedMail(
  words: Words,
  topUp: TopUp,
  returned: { amount: bigint; currency: string; reason: string },
): Mail {
  const { t } = words;
  const { reason } = returned;
  const amount = words.money(returned.amount, returned.currency);
  return writeMail(words, {
    subject: t('topUp.returned.subject', { amount }),
    before: [t('topUp.returned.text', { amount }), t('mail.because', { reason })],
    facts: referenceOf(words, topUp),
    link: linkOf(words, topUp),
  });
}

export function takenBackMail(words: Words, topUp: TopUp): Mail {
  const { t } = words;
  const { amount: taken, covered, reason } = topUp.reversal as NonNullable<TopUp['reversal']>;
  const money = (minor: bigint): string => words.money(minor, topUp.currency);
  const amount = amountOf(words, topUp);
  return writeMail(words, {
    subject: t('topUp.reversed.subject', { amount }),
    before: [
      taken === topUp.amount
        ? t('topUp.reversed.text', { amount })
        : t('topUp.reversed.part', { amount, part: money(taken) }),
      t('mail.because', { reason }),
      ...(covered < taken ? [t('topUp.reversed.debt', { covered: money(covered), owed: money(taken - covered) })] : []),
    ],
    facts: referenceOf(words, topUp),
    link: linkOf(words, topUp),
  });
}

/** To the operator, in English. */
export function takeBackRequestedMail(words: Words, topUp: TopUp, holder: string): Mail {
  const { amount, reason } = topUp.reversalRequest as NonNullable<TopUp['reversalRequest']>;
  const shown = words.money(amount, topUp.currency);
  return writeMail(words, {
    subject: `Approve taking back ${shown}?`,
    before: [
      `Someone requested to take ${shown} of a top-up back from ${holder}. A second person has to approve it in the dashboard, under Top-ups.`,
    ],
    facts: [
      ['Account', holder],
      ['Top-up', topUp.id],
      ['Reason', reason],
    ],
    link: toReview(topUp),
  });
}

export function cashReceivedMail(words: Words, topUp: TopUp, company: string): Mail {
  const { t } = words;
  const money = (minor: bigint): string => words.money(minor, topUp.currency);
  const handedOver = topUp.handedOver ?? 0n;
  const above = topUp.amount - handedOver;
  const amount = amountOf(words, topUp);
  return writeMail(words, {
    subject: t('topUp.received.subject', { amount }),
    before: [
      t('cash.received.text', { amount, company, handedOver: money(handedOver) }),
      ...(above === 0n ? [] : [t('cash.received.above', { above: money(above) })]),
    ],
  });
}

export function cashTakenBackMail(words: Words, topUp: TopUp, company: string): Mail {
  const { t } = words;
  const { amount, reason, cash } = topUp.reversal as NonNullable<TopUp['reversal']>;
  const { held = 0n, earned = 0n } = cash ?? {};
  const money = (minor: bigint): string => words.money(minor, topUp.currency);
  const parts: [string, bigint][] = [
    [t('cash.reversed.held'), held],
    [t('cash.reversed.earnings'), earned],
    [t('cash.reversed.owed'), amount - held - earned],
  ];
  return writeMail(words, {
    subject: t('cash.reversed.subject', { amount: amountOf(words, topUp) }),
    before: [t('cash.reversed.text', { amount: money(amount), company }), t('mail.because', { reason })],
    facts: parts.filter(([, part]) => part > 0n).map(([label, part]) => [label, money(part)]),
  });
}
