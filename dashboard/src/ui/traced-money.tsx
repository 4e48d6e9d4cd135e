/** An amount that leads to its chain: where it came from, and where it is now. */
import type { TextProps } from '@mantine/core';
import { Link, linkOptions, useParams } from '@tanstack/react-router';
import { useStrings } from '../strings/strings.tsx';
import { Money, useMoney } from './money.tsx';
import classes from './traced-money.module.css';

type Props = TextProps & {
  amount: number;
  currency: string;
  signed?: boolean;
  /** Of what it is: `order:1042`, `transfer:88`. */
  trace: string;
};

export function TracedMoney({ trace, ...money }: Props) {
  const t = useStrings();
  const format = useMoney();
  return (
    <Link
      {...useTraceLink(trace)}
      className={classes.link ?? ''}
      aria-label={t('trace.follow', { amount: format(money.amount, money.currency, money.signed) })}
    >
      <Money {...money} />
    </Link>
  );
}

export function useTraceLink(id: string) {
  const { holderId, mode } = useParams({ from: '/signed-in/h/$holderId/$mode' });
  return linkOptions({ to: '/h/$holderId/$mode/traces/$id', params: { holderId, mode, id } });
}
