/** Before a top-up is confirmed: the transfers with its reference that wait to be credited, which would be the same money twice. */
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { pageOf } from '../../api/client.ts';
import type { OperatorTopUp } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { CalendarDay } from '../../ui/calendar-day.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useMoney } from '../../ui/money.tsx';

const readMax = 100;

export function WaitingTransfers({ topUp }: { topUp: OperatorTopUp }) {
  const t = useStrings();
  const money = useMoney();
  const may = useMay();
  const { holderId, mode, api } = useBook();
  const query = useQuery({
    queryKey: ['operator', 'transfers', holderId, mode, 'newest'],
    queryFn: async () =>
      (await pageOf(api.GET('/api/v1/operator/transfers', { params: { query: { limit: readMax } } }))).data,
    enabled: may('reconciliation.read'),
  });
  const waiting = (query.data ?? []).filter(({ top_up: named }) => named?.topup_id === topUp.topup_id);
  return waiting.map(({ line_id: id, amount, currency, booked_on: day }) => (
    <Alert key={id} color="yellow" variant="light" icon={<Icon name="alert-triangle" />}>
      {t('op.topUps.waits', { amount: money(amount, currency) })} <CalendarDay of={day} />. {t('op.topUps.waits.text')}
    </Alert>
  ));
}
