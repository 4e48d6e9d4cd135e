/** What entries are about, as far as a reader can choose it: the kinds that the accounts of a kind have, by their screens. */

import type { Holder } from '../../app/session.ts';
import type { StringId } from '../../strings/strings.tsx';
import { ofOperator } from '../operator/audited-kinds.ts';

type Kind = readonly [kind: string, label: StringId];

const payout: Kind = ['payout', 'payouts.title'];
const person: Kind = ['person', 'members.title'];
const topUp: Kind = ['top_up', 'mails.kind.top_ups'];
const ofDevelopers: readonly Kind[] = [
  ['key', 'keys.title'],
  ['webhook_endpoint', 'webhooks.title'],
];
const bankAccount: Kind = ['bank_account', 'bank.title'];
const dispute: Kind = ['dispute', 'dispute.title'];

const kinds: Record<Holder['kind'], readonly Kind[]> = {
  company: [
    ['order', 'orders.title'],
    ['link', 'links.title'],
    payout,
    topUp,
    bankAccount,
    dispute,
    person,
    ...ofDevelopers,
  ],
  merchant: [['payment', 'payments.title'], payout, bankAccount, dispute, person, ...ofDevelopers],
  courier: [payout, bankAccount, person],
  customer: [topUp, payout, bankAccount],
  service: [...ofOperator, payout, topUp, bankAccount, dispute, person, ...ofDevelopers],
};

export const objectKindsOf = (holder: Holder['kind']): readonly Kind[] => kinds[holder];
