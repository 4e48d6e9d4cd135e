/** Schemas of the credits that open lines take back (docs/contract/people.md, "Statements"). */
import { type Static, Type } from 'typebox';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { NamedHolder } from '../../base/schemas/holder-parts.ts';
import { amountThatIs, Currency, PublicId } from '../../base/schemas/parts.ts';
import type { Takeable } from './taken-back.repository.ts';

export const TakenBackTopUp = Type.Object(
  {
    topup_id: PublicId('top'),
    holder: NamedHolder,
    amount: amountThatIs('What was credited; the line may take back less'),
    currency: Currency,
  },
  { title: 'TakenBackTopUp', description: 'Of an open line that went out: the credited top-up that it takes back' },
);

export const TakenBackPayment = Type.Object(
  {
    payment_id: PublicId('pay'),
    holder: NamedHolder,
    amount: amountThatIs('What came in and was not taken back before; the line may take back less'),
    rest_amount: amountThatIs(
      'Where the line has the amount of one that brought more than the payment needed: the rest, which nobody was credited and which goes back with the line; otherwise 0',
    ),
    currency: Currency,
  },
  {
    title: 'TakenBackPayment',
    description: 'Of an open line that went out: the payment by bank transfer whose money it takes back',
  },
);

type Shown = {
  takes_back: Static<typeof TakenBackTopUp> | null;
  takes_back_payment: Static<typeof TakenBackPayment> | null;
};

export function presentTakenBack(one: Takeable | null): Shown {
  if (one === null) return { takes_back: null, takes_back_payment: null };
  const credit = {
    holder: { holder_id: Number(one.holderId), name: one.holderName, kind: one.holderKind },
    amount: jsonDecimal(one.amount, exponentOf(one.currency)),
    currency: one.currency,
  };
  return {
    takes_back: one.kind === 'top_up' ? { topup_id: one.id, ...credit } : null,
    takes_back_payment:
      one.kind === 'payment'
        ? { payment_id: one.id, ...credit, rest_amount: jsonDecimal(one.restAmount, exponentOf(one.currency)) }
        : null,
  };
}
