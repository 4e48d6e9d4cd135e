/** Lines of statements, each beside the transfer it is or those it could be. */
import { Card, SimpleGrid, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { StatementLine } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useItemKeys } from '../../ui/item-keys.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Money } from '../../ui/money.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { TracedMoney } from '../../ui/traced-money.tsx';
import { LineSide } from './line-side.tsx';
import classes from './reconciliation.module.css';
import { TransferSide } from './transfer-side.tsx';

/** Leads to its chain once a transfer is known to be the line. */
function LineAmount({ line }: { line: StatementLine }) {
  const { line_id: id, amount, currency, direction, matches } = line;
  const money = { amount, currency, signed: direction !== 'unknown', fw: 650, fz: 'lg' } as const;
  return matches.length === 0 ? <Money {...money} /> : <TracedMoney trace={`line:${id}`} {...money} />;
}

type Props = { query: UseQueryResult<{ data: StatementLine[] }>; empty: ReactNode };

export function LineList({ query, empty }: Props) {
  const t = useStrings();
  const keys = useItemKeys<HTMLUListElement>(['Enter', 'm', 'b']);
  if (query.isError) return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending) {
    return <Loading heights={[110, 110, 110]} />;
  }
  if (query.data.data.length === 0) return <Card withBorder>{empty}</Card>;
  return (
    <ul className={classes.lines} aria-label={t('recon.tab.lines')} {...keys}>
      {query.data.data.map((line) => (
        <li key={line.line_id} data-item tabIndex={-1} className={classes.line ?? ''}>
          <Card withBorder padding={0}>
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing={0}>
              <div className={classes.side}>
                <Text size="xs" c="dimmed">
                  {t('recon.side.statement')}
                </Text>
                <LineAmount line={line} />
                <LineSide line={line} />
              </div>
              <div className={classes.side}>
                <Text size="xs" c="dimmed">
                  {t('recon.side.books')}
                </Text>
                <TransferSide line={line} />
              </div>
            </SimpleGrid>
          </Card>
        </li>
      ))}
    </ul>
  );
}
