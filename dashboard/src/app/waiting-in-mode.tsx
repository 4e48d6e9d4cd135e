/** How many exceptions wait in the mode that the operator does not look at. */
import { useQuery } from '@tanstack/react-query';
import { apiOf, dataOf, type Mode } from '../api/client.ts';
import { useStrings } from '../strings/strings.tsx';
import { useBook } from './book.ts';
import { countsEveryMs } from './exception-count.ts';
import { mayIn } from './may.ts';
import classes from './mode-switch.module.css';

/** Undefined until it is known, and for those who have no queue. */
export function useWaiting(mode: Mode): number | undefined {
  const { holderId, holder } = useBook();
  const book = { holderId, mode };
  const { data } = useQuery({
    queryKey: ['operator', holderId, mode, 'exceptions', 'counts'],
    queryFn: () => dataOf(apiOf(book).GET('/api/v1/operator/exceptions/counts')),
    enabled: mayIn(holder, mode, 'operator_exceptions.read'),
    refetchInterval: countsEveryMs,
  });
  return data?.total;
}

export function WaitingInMode({ mode }: { mode: Mode }) {
  const t = useStrings();
  const count = useWaiting(mode) ?? 0;
  if (count === 0) return null;
  return (
    <span
      className={classes.waiting}
      data-mode={mode}
      role="img"
      aria-label={t('desk.waiting', { count })}
      title={t('desk.waiting', { count })}
    >
      {count}
    </span>
  );
}
