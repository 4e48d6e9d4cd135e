/** What a chain is about, in words: by its reference, or by its amount where only the service's own id is known. */
import type { MoneyTrace } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useMoney } from '../../ui/money.tsx';

const kinds = ['payout', 'payment', 'top_up'] as const;

/** The service's own id, where nothing else names what the chain is about. */
export const ownIdOf = ({ trace, reference }: MoneyTrace): string | undefined =>
  reference !== null && trace.endsWith(`:${reference}`) && kinds.some((kind) => trace.startsWith(`${kind}:`))
    ? reference
    : undefined;

export function useTraceTitle(): (trace: MoneyTrace) => string {
  const t = useStrings();
  const money = useMoney();
  const { holder } = useBook();
  return (trace) => {
    const { reference, edges, nodes } = trace;
    if (ownIdOf(trace) === undefined) return reference === null ? t('trace.title') : t('trace.titleOf', { reference });
    const kind = kinds.find((one) => trace.trace.startsWith(`${one}:`));
    const edge = edges.find(({ code }) => code === kind);
    if (kind === undefined || edge === undefined) return t('trace.title');
    const amount = money(edge.amount, edge.currency);
    const name = nodes.find(({ key }) => key === edge.to)?.name ?? null;
    return kind === 'payment' && holder.kind === 'customer' && name !== null
      ? t('trace.title.to', { amount, name })
      : t(`trace.title.${kind}`, { amount });
  };
}
