/** Schemas of cash in hand, in answers and events (docs/contract/partner.md, "Cash on delivery"). */
import { type Static, Type } from 'typebox';
import {
  Amount,
  amountThatIs,
  BeneficiaryRef,
  Currency,
  Instant,
  ModeName,
  NullableInstant,
  NullableText,
  nullable,
  PublicId,
  recordOf,
  Text,
} from '../../base/schemas/parts.ts';
import { BankDetailsAnswer, TopUpAnswer } from '../wallets/wallet-schemas.ts';
import { handoverKinds, handoverStatuses, sides } from './handover.ts';

export const HandoverAnswer = Type.Object(
  {
    handover_id: PublicId('cho'),
    mode: ModeName,
    beneficiary_ref: BeneficiaryRef,
    beneficiary_name: Text('Nikos Courier'),
    kind: Type.Enum([...handoverKinds], {
      description: 'Handed over to the company, given back to a customer, or owed as a debt from now on',
    }),
    status: Type.Enum([...handoverStatuses], {
      description: 'What is handed over is `waiting` until the other side confirms or declines it, or it is withdrawn',
    }),
    amount: Amount,
    currency: Currency,
    note: NullableText,
    recorded_by: Type.Enum([...sides], { description: 'The company, or the payee who holds the cash' }),
    topup_id: Type.Union([PublicId('top'), Type.Null()], {
      description: 'The top-up that its bank transfer became; nobody confirms that',
      examples: [null],
    }),
    taken_back: nullable(amountThatIs('Of it, what the bank took back: held again, or owed where the link has ended')),
    created_at: Instant,
    decided_at: NullableInstant,
  },
  { title: 'CashHandover', description: "Cash of the company's customers that a payee no longer holds" },
);
export type PresentedHandover = Static<typeof HandoverAnswer>;

const Days = Type.Integer({ minimum: 1, maximum: 365, description: 'For how many days', examples: [7] });

/** As a payee reads it. */
export const OwnHandoverAnswer = Type.Object(
  { ...HandoverAnswer.properties, company: Text('Taverna deliveries') },
  { title: 'OwnCashHandover' },
);

const Reference = Type.String({
  pattern: '^RF[0-9]{2}[A-Z]{8}$',
  description: 'What the payee’s bank transfers of cash name in live mode, once it was asked for; it stays the same',
  examples: ['RF61KXQMPTBD'],
});

const heldFields = {
  beneficiary_ref: BeneficiaryRef,
  beneficiary_name: Text('Nikos Courier'),
  currency: Currency,
  held: amountThatIs('What it holds: collected, and neither kept as earnings nor handed over'),
  waiting: amountThatIs('Of that, what is said to be handed over and not confirmed yet'),
  expected: amountThatIs('What it collects for orders that have not settled'),
  held_since: nullable(Instant),
  reference: nullable(Reference),
};

export const HeldCashAnswer = Type.Object(
  {
    ...heldFields,
    above_limit: Type.Boolean({ description: 'It holds and will hold more than the limit, or for longer' }),
  },
  { title: 'HeldCash', description: "The cash of a company's customers that one payee holds" },
);
export type PresentedHeldCash = Static<typeof HeldCashAnswer>;

export const CashTotalAnswer = Type.Object(
  {
    currency: Currency,
    held: amountThatIs('What all payees hold'),
    waiting: amountThatIs('Of that, what is said to be handed over and not confirmed yet'),
    expected: amountThatIs('What is collected for orders that have not settled'),
  },
  { title: 'CashTotal', description: "The cash of a company's customers in one currency" },
);

export const OwnHeldCashAnswer = Type.Object(
  {
    ...heldFields,
    company: Text('Taverna deliveries'),
    limit: nullable(Amount),
    days_max: nullable(Days),
    transferable: Type.Boolean({
      description:
        'Whether it can be handed over by bank transfer: the operator has bank details in the currency, or in test mode',
    }),
  },
  { title: 'OwnHeldCash', description: 'The cash that a payee holds for one company' },
);
export type PresentedOwnHeldCash = Static<typeof OwnHeldCashAnswer>;

export const CashTransferAnswer = Type.Object(
  {
    beneficiary_ref: BeneficiaryRef,
    currency: Currency,
    reference: nullable(Reference),
    bank_details: nullable(BankDetailsAnswer),
    top_up: nullable(TopUpAnswer),
  },
  {
    title: 'CashTransfer',
    description:
      'How a payee hands cash over by bank transfer: in live mode to this account with this reference; in test mode it is handed over at once, with `top_up`',
  },
);
export type PresentedCashTransfer = Static<typeof CashTransferAnswer>;

export const CashSettingsAnswer = Type.Object(
  {
    is_tracked: Type.Boolean({ description: 'Whether new orders paid in cash say who collects it' }),
    limits: recordOf(Amount, 'How much cash one payee may hold, by currency'),
    days_max: nullable(Days),
    above_limits: Type.Enum(['warn', 'refuse'], {
      description: 'What happens to an order whose collector is above a limit',
    }),
  },
  { title: 'CashSettings' },
);
export type PresentedCashSettings = Static<typeof CashSettingsAnswer>;
