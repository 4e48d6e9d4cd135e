/** What a settlement would do now: who gets what, and what stops each currency's queue. Settles when asked. */
import { Button, Card, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Problem } from '../../api/problem.ts';
import type { SettlementPreview as Preview } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { BlockedQueue } from './blocked-queue.tsx';
import { LeadCredits } from './lead-credits.tsx';
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
  const hasOrders = found !== undefined && found.orders_settled > 0;
  const action = may('settlements.run') && hasOrders && (
    <Button loading={settle.isPending} onClick={() => settle.mutate()}>
      {t('preview.settle')}
    </Button>
  );
  return (
    <Page
      title={t('preview.title')}
      note={found !== undefined && hasOrders ? <Headline preview={found} /> : t('preview.note')}
      actions={action || undefined}
    >
      {settle.isError && <ProblemNotice error={settle.error} />}
      {preview.isError && <ProblemNotice error={preview.error} onRetry={() => void preview.refetch()} />}
      {preview.isPending && <Loading heights={[240]} />}
      {found !== undefined && !hasOrders && <Outcome preview={found} />}
      {found?.blocked.map((queue) => (
        <BlockedQueue key={queue.currency} queue={queue} mayHold={may('orders.hold')} isFirst={!hasOrders} />
      ))}
      {found !== undefined && <Shown preview={found} />}
    </Page>
  );
}

type Shape = Omit<Preview, 'settlement_id' | 'started_at' | 'finished_at'>;

/** What a settlement would credit, before everything else. */
function Headline({ preview }: { preview: Shape }) {
  const t = useStrings();
  return (
    <LeadCredits totals={preview.totals} of="preview">
      <Outcome preview={preview} />
      <Text c="dimmed">{t('preview.note')}</Text>
    </LeadCredits>
  );
}

type Counts = Pick<Preview, 'orders_settled' | 'orders_awaiting_funds' | 'orders_on_hold'>;

/** In one sentence, before everything else: only what would change, so that it leaves out the orders that wait already. */
function Outcome({ preview }: { preview: Counts }) {
  const t = useStrings();
  const parts = [
    preview.orders_settled > 0 && t('preview.settles', { count: preview.orders_settled }),
    preview.orders_awaiting_funds > 0 && t('preview.waits', { count: preview.orders_awaiting_funds }),
    preview.orders_on_hold > 0 && t('preview.holds', { count: preview.orders_on_hold }),
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  return <Text fw={600}>{parts.join('; ')}.</Text>;
}

function Shown({ preview }: { preview: Shape }) {
  const t = useStrings();
  const isEmpty = preview.orders_settled + preview.orders_awaiting_funds + preview.orders_on_hold === 0;
  // Orders that wait already are not counted again; what they wait for is said above.
  if (isEmpty && preview.blocked.length > 0) return null;
  if (isEmpty) {
    return (
      <Card withBorder>
        <EmptyState icon="check" title={t('preview.empty.title')} text={t('preview.empty.text')} />
      </Card>
    );
  }
  return <Totals label={t('preview.totals')} totals={preview.totals} />;
}
