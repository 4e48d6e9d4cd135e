/** What moved on a payee's balance with the company: settlements, what refunds took, payouts. One currency at a time. */
import { SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pageOf } from '../../api/client.ts';
import type { Movement, Payee } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Figures } from '../../ui/figures.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

const shownMax = 10;

export function PayeeMovements({ payee: { id, balances } }: { payee: Payee }) {
  const t = useStrings();
  const [chosen, setChosen] = useState<string>();
  const currency = chosen ?? balances[0]?.currency;
  if (currency === undefined) return null;
  return (
    <Panel
      title={t('payee.movements')}
      isFlush
      actions={
        balances.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label={t('app.currency')}
            value={currency}
            data={balances.map((one) => one.currency)}
            onChange={setChosen}
          />
        )
      }
    >
      <Rows key={currency} account={`earnings:${id}`} currency={currency} />
    </Panel>
  );
}

function Rows({ account, currency }: { account: string; currency: string }) {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const query = useQuery({
    queryKey: ['wallets', holderId, mode, 'newest', account, currency],
    queryFn: () =>
      pageOf(api.GET('/api/v1/wallets/movements', { params: { query: { account, currency, limit: shownMax } } })),
  });
  const inside = { px: { base: 'md', sm: 'lg' }, pb: 'lg' } as const;
  if (query.isError) return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <Loading heights={[200]} {...inside} />;
  if (query.data.data.length === 0) {
    return (
      <Text c="dimmed" {...inside}>
        {t('payee.movements.none')}
      </Text>
    );
  }
  return (
    <>
      <Figures
        label={t('payee.movements.of', { currency })}
        isFlush
        heads={[{ title: t('wallets.reason') }, { title: t('wallets.amount'), align: 'end' }]}
        rows={query.data.data.map((row) => ({
          key: String(row.transfer_id),
          cells: [
            <What key="what" row={row} />,
            <Money key="amount" amount={row.amount} currency={currency} signed fw={550} />,
          ],
        }))}
      />
      <Text size="sm" px={{ base: 'md', sm: 'lg' }} py="sm">
        <Link to="/h/$holderId/$mode/wallets" params={{ holderId, mode }} search={{ account, currency }}>
          {t('payee.movements.all')}
        </Link>
      </Text>
    </>
  );
}

function What({ row }: { row: Movement }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  return (
    <div style={{ whiteSpace: 'normal' }}>
      {t(`code.${row.code}`)}
      <Text size="xs" c="dimmed" component="div">
        <Instant at={row.created_at} />
      </Text>
      {row.partner_order_ref !== null && (
        <div>
          <Link to="/h/$holderId/$mode/orders/$ref" params={{ holderId, mode, ref: row.partner_order_ref }}>
            {row.partner_order_ref}
          </Link>
        </div>
      )}
    </div>
  );
}
