/** What a refund asks for, from what was typed. */
import type { BodyOf, TracedSplit } from '../../api/types.ts';
import { readAmount } from '../../ui/decimal.ts';

type Body = BodyOf<'consoleRefundOrder'>;

const bearers = ['everyone', 'one', 'named'] as const;
type Bearer = (typeof bearers)[number];

/** What the dialog asks and says: of a refund, or of a reversal after a chargeback, which no one party bears alone. */
export const dialogs = {
  refund: {
    path: '/api/v1/orders/{ref}/refunds',
    bearers,
    prefix: 'refund',
    title: 'order.act.refund.title',
    done: 'order.done.refund',
    amount: 'refund.amount',
    note: 'refund.amount.note',
    who: 'refund.who',
    ref: 'refund.ref',
    refNote: 'refund.ref.note',
    plan: 'refund.plan',
    planTitle: 'refund.plan.title',
    confirm: 'refund.confirm',
  },
  reverse: {
    path: '/api/v1/orders/{ref}/reversals',
    bearers: ['everyone', 'named'],
    prefix: 'reversal',
    title: 'order.act.reverse.title',
    done: 'order.done.reverse',
    amount: 'reverse.amount',
    note: 'reverse.amount.note',
    who: 'reverse.who',
    ref: 'reverse.ref',
    refNote: 'reverse.ref.note',
    plan: 'reverse.plan',
    planTitle: 'reverse.plan.title',
    confirm: 'reverse.confirm',
  },
} as const;

export type RefundForm = {
  amount: string;
  who: Bearer;
  /** The place of the one party that bears it, among the parties. */
  party: string | null;
  /** What each party gives back, by place among the parties. */
  named: Record<string, string>;
  reason: string;
  ref: string;
};

type Party = Pick<TracedSplit, 'beneficiary_type' | 'beneficiary_ref' | 'name'>;

/** Each party once, however many splits it has; shares without a payee can't be named. */
export function partiesOf(splits: readonly TracedSplit[]): Party[] {
  const known = new Map<string, Party>();
  for (const split of splits) {
    const { beneficiary_type: type, beneficiary_ref: ref } = split;
    if (type === 'partner' || ref !== null) known.set(`${type}/${ref}`, split);
  }
  return [...known.values()];
}

/** The parties with an amount, in the order of the request's `splits`. */
export const placesNamed = ({ named: typed }: Pick<RefundForm, 'named'>): number[] =>
  Object.keys(typed)
    .map(Number)
    .filter((place) => typed[place]?.trim() !== '')
    .sort((a, b) => a - b);

const named = ({ beneficiary_type, beneficiary_ref }: Party) => ({
  beneficiary_type,
  ...(beneficiary_ref === null ? {} : { beneficiary_ref }),
});

/** @returns the fields to correct, or the request. */
export function readRefund(
  form: RefundForm,
  parties: readonly Party[],
  currency: string,
): { wrong: (keyof RefundForm)[] } | { body: Body } {
  const reason = form.reason.trim();
  const base = { refund_ref: form.ref.trim(), ...(reason === '' ? {} : { reason }) };
  const wrong: (keyof RefundForm)[] = base.refund_ref === '' ? ['ref'] : [];
  if (form.who === 'named') {
    const typed = parties.flatMap((party, place) => {
      const text = form.named[place]?.trim() ?? '';
      return text === '' ? [] : [{ ...named(party), amount: readAmount(text, currency) }];
    });
    const splits = typed.flatMap(({ amount, ...party }) => (amount === undefined ? [] : [{ ...party, amount }]));
    if (splits.length === 0 || splits.length < typed.length) wrong.push('named');
    return wrong.length > 0 ? { wrong } : { body: { ...base, splits } };
  }
  // Without an amount the service refunds everything that is left.
  const isWhole = form.amount.trim() === '';
  const amount = readAmount(form.amount, currency);
  if (amount === undefined && !isWhole) wrong.push('amount');
  const liable = form.who === 'one' ? parties[Number(form.party ?? Number.NaN)] : undefined;
  if (form.who === 'one' && liable === undefined) wrong.push('party');
  if (wrong.length > 0) return { wrong };
  return {
    body: {
      ...base,
      ...(amount === undefined ? {} : { amount }),
      ...(liable === undefined ? {} : { liable: named(liable) }),
    },
  };
}
