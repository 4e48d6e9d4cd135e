/** The newest refunds of a customer's payments. Nothing where there are none. */
import { Stack } from '@mantine/core';
import { linkOptions } from '@tanstack/react-router';
import type { Customer } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RelatedRow } from '../../ui/related-row.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';

export function CustomerRefunds({ customer: { refunds } }: { customer: Customer }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  if (refunds.length === 0) return null;
  return (
    <Panel title={t('customer.refunds')}>
      <Stack gap="sm">
        {refunds.map((one) => (
          <RelatedRow
            key={one.refund_id}
            to={linkOptions({ to: '/h/$holderId/$mode/payments/$id', params: { holderId, mode, id: one.payment_id } })}
            title={one.refund_ref}
            amount={one}
            badge={<StateBadge state={one.status} />}
            at={one.created_at}
          />
        ))}
      </Stack>
    </Panel>
  );
}
