/** What moved on a payee's balance with the company: settlements, what refunds took, payouts. One currency at a time. */
import { SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pageOf } from '../../api/client.ts';
import type { Movement, Payee } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Figures } from '../../ui/figures.tsx';
import { Instant } from '../../ui/instant.tsx';
import { useIsPhone } from '../../ui/is-phone.ts';
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
  const isPhone = useIsPhone();
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
        heads={[
          ...(isPhone ? [] : [{ title: t('statements.at') }]),
          { title: t('wallets.reason') },
          ...(isPhone ? [] : [{ title: t('wallets.order') }]),
          { title: t('wallets.amount'), align: 'end' },
        ]}
        rows={query.data.data.map((row) => {
          const amount = <Money key="amount" amount={row.amount} currency={currency} signed fw={550} />;
          const at = <Instant key="at" at={row.created_at} />;
          const cells = [at, t(`code.${row.code}`), <OrderLink key="order" of={row.partner_order_ref} />, amount];
          return { key: String(row.transfer_id), cells: isPhone ? [<What key="what" row={row} />, amount] : cells };
        })}
      />
      <Text size="sm" px={{ base: 'md', sm: 'lg' }} py="sm">
        <Link to="/h/$holderId/$mode/wallets" params={{ holderId, mode }} search={{ account, currency }}>
          {t('payee.movements.all')}
        </Link>
      </Text>
    </>
  );
}

/** On a phone: what it was, and below it when, and for which order. */
function What({ row }: { row: Movement }) {
  const t = useStrings();
  return (
    <div style={{ whiteSpace: 'normal' }}>
      {t(`code.${row.code}`)}
      <Text size="xs" c="dimmed" component="div">
        <Dotted>
          <Instant at={row.created_at} />
          {row.partner_order_ref !== null && (
            <span>
              <OrderLink of={row.partner_order_ref} />
            </span>
          )}
        </Dotted>
      </Text>
    </div>
  );
}

function OrderLink({ of: ref }: { of: string | null }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  if (ref === null) return t('app.none');
  return (
    <Link to="/h/$holderId/$mode/orders/$ref" params={{ holderId, mode, ref }}>
      {ref}
    </Link>
  );
}
