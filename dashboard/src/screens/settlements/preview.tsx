/** What a settlement would do now: who gets what, and which orders wait for how much. Settles when asked. */
import { Button, Card } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Problem } from '../../api/problem.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loading } from '../../ui/loading.tsx';
import { useMoney } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { BlockedQueue } from './blocked-queue.tsx';
import { creditsOf, PreviewHeadline, type Shown } from './preview-headline.tsx';
import { Totals } from './totals.tsx';

export function SettlementPreview() {
  const t = useStrings();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { holderId, mode, api } = useBook();
  const may = useMay();
  const preview = useQuery({
    queryKey: ['settlement-preview', holderId, mode],
    staleTime: 0,
    queryFn: async () => {
      const { data } = await api.POST('/api/v1/settlements', { body: { dry_run: true } });
      if (data?.data.status !== 'preview') throw new Problem(0, {});
      return data.data;
    },
  });
  const settle = useMutation({
    mutationFn: async () => {
      const { data } = await api.POST('/api/v1/settlements', { body: {} });
      if (data === undefined || data.data.status === 'preview') throw new Problem(0, {});
      return data.data.settlement_id;
    },
    onSuccess: async (id) => {
      await queries.invalidateQueries();
      await navigate({ to: '/h/$holderId/$mode/settlements/$id', params: { holderId, mode, id: String(id) } });
    },
  });
  const found = preview.data;
  const isMine = may('settlements.run');
  const credits = found === undefined ? 0 : creditsOf(found);
  const isShort = found !== undefined && found.blocked.length > 0;
  const button = (words: string, variant?: 'default') => (
    <Button {...(variant ? { variant } : {})} loading={settle.isPending} onClick={() => settle.mutate()}>
      {words}
    </Button>
  );
  // Where clearing is short of everything, topping up is what the screen is for.
  const leads = found !== undefined && found.orders_settled > 0 && (credits > 0 || !isShort);
  return (
    <Page
      title={t('preview.title')}
      note={found === undefined ? t('preview.note') : <PreviewHeadline preview={found} />}
      actions={isMine && leads ? button(t('preview.settle')) : undefined}
    >
      {settle.isError && <ProblemNotice error={settle.error} />}
      {preview.isError && <ProblemNotice error={preview.error} onRetry={() => void preview.refetch()} />}
      {preview.isPending && <Loading heights={[240]} />}
      {found?.blocked.map((queue) => (
        <BlockedQueue
          key={queue.currency}
          queue={queue}
          mayTopUp={may('wallets.top_up')}
          mayHold={may('orders.hold')}
          isFirst={credits === 0}
        />
      ))}
      {found !== undefined && found.orders_settled > 0 && (
        <PreviewTotals preview={found} action={isMine && !leads && button(t('preview.record'), 'default')} />
      )}
      {found !== undefined && found.orders_settled + found.orders_on_hold === 0 && !isShort && (
        <Card withBorder>
          <EmptyState icon="check" title={t('preview.empty.title')} text={t('preview.empty.text')} />
        </Card>
      )}
    </Page>
  );
}

/** @param props.action of what is only recorded. */
function PreviewTotals({ preview, action }: { preview: Shown; action: ReactNode }) {
  const t = useStrings();
  const intl = useIntl();
  const money = useMoney();
  const { orders_recorded: count, recorded } = preview;
  const amounts = intl.formatList((recorded ?? []).map(({ amount, currency }) => money(amount, currency)));
  const text = t('preview.shadow.text', { count, amounts });
  return <Totals label={t('preview.totals')} totals={preview.totals} recorded={{ text, action }} />;
}
