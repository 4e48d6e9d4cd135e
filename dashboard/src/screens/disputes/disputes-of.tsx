/** The disputes of a customer, or of orders with a split of a payee, open ones first. Nothing where there are none. */
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { pageOf } from '../../api/client.ts';
import type { Dispute } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RelatedRow } from '../../ui/related-row.tsx';
import { DisputeBadge } from './dispute-badge.tsx';

const shownMax = 5;

type Props = {
  of: { customer: number } | { payee: number };
  /** What the reader knows each by. */
  titleOf: (dispute: Dispute) => string;
};

export function DisputesOf({ of, titleOf }: Props) {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const query = useQuery({
    queryKey: ['disputes', holderId, mode, of],
    queryFn: async () => {
      const [open, closed] = await Promise.all(
        (['open', 'closed'] as const).map((status) =>
          pageOf(api.GET('/api/v1/disputes', { params: { query: { ...of, status, limit: shownMax } } })),
        ),
      );
      return [...(open?.data ?? []), ...(closed?.data ?? [])];
    },
  });
  const disputes = query.data ?? [];
  if (disputes.length === 0) return null;
  return (
    <Panel title={t('dispute.title')}>
      <Stack gap="sm">
        {disputes.map((one) => (
          <RelatedRow
            key={one.dispute_id}
            to={linkOptions({ to: '/h/$holderId/$mode/disputes/$id', params: { holderId, mode, id: one.dispute_id } })}
            title={titleOf(one)}
            amount={one}
            badge={<DisputeBadge status={one.status} />}
            at={one.created_at}
          />
        ))}
      </Stack>
    </Panel>
  );
}
