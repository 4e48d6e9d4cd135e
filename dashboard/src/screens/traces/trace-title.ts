/**
 * What a chain is about, in words: payouts, payments and top-ups by their amounts, orders and settlements by their
 * references. The operator, who follows those of all accounts, also has what no one else gets, by its id.
 */
import type { MoneyTrace } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useMoney } from '../../ui/money.tsx';

const byAmount = ['payout', 'payment', 'top_up'] as const;
const byReference = ['order', 'settlement'] as const;
const ofOperator = [...byAmount, ...byReference, 'dispute', 'transfer', 'line'] as const;

/** The service's own ids are longer than what people go by. */
const referenceMax = 24;
const shortened = (reference: string): string =>
  reference.length > referenceMax ? `${reference.slice(0, referenceMax / 2)}…` : reference;

/** The service's own id, where nothing else names what the chain is about. */
export const ownIdOf = ({ trace, reference }: MoneyTrace): string | undefined =>
  reference !== null && trace.endsWith(`:${reference}`) && byAmount.some((kind) => trace.startsWith(`${kind}:`))
    ? reference
    : undefined;

type Words = { title: string /** That no money has moved for it. */; none: string };

/** @returns the words for a chain, by what was asked for: for the operator a dispute is not the payment that it is shown with. */
export function useTraceTitle(): (trace: MoneyTrace, asked: string) => Words {
  const t = useStrings();
  const money = useMoney();
  const { holder } = useBook();
  const isOperator = holder.kind === 'service';
  const ofAmount = ({ edges, nodes }: MoneyTrace, kind: (typeof byAmount)[number]): string | undefined => {
    const edge = edges.find(({ code }) => code === kind);
    if (edge === undefined) return undefined;
    const amount = money(edge.amount, edge.currency);
    const name = nodes.find(({ key }) => key === edge.to)?.name ?? null;
    return kind === 'payment' && holder.kind === 'customer' && name !== null
      ? t('trace.title.to', { amount, name })
      : t(`trace.title.${kind}`, { amount });
  };
  return (trace, asked) => {
    const [name, id = ''] = (isOperator && asked.startsWith('dispute:') ? asked : trace.trace).split(/:(.*)/s);
    const kind = (isOperator ? ofOperator : [...byAmount, ...byReference]).find((one) => one === name);
    const amount = byAmount.find((one) => one === kind);
    const reference = byReference.some((one) => one === kind) ? (trace.reference ?? id) : id;
    const subject = kind && t(`trace.subject.${kind}`, { id: shortened(reference) });
    const title = (amount && ofAmount(trace, amount)) ?? (subject && t('trace.titleOf', { reference: subject }));
    return {
      title: title ?? t('trace.title'),
      none: isOperator && subject !== undefined ? t('trace.none.titleOf', { subject }) : t('trace.none.title'),
    };
  };
}
