/** Why a settlement settled nothing, and what to do. It counts only the orders that it was the first to leave, so those that wait now are counted. */
import { Button, Card, Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TopUpMissing } from '../wallets/top-up-missing.tsx';

const waiting = { settlement_status: 'awaiting_funds' } as const;

export function NothingSettled() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const may = useMay();
  const query = useQuery({
    queryKey: ['orders', holderId, mode, 'totals', waiting],
    queryFn: () => dataOf(api.GET('/api/v1/totals/orders', { params: { query: waiting } })),
  });
  if (query.isPending) return <Skeleton height={200} />;
  const count = query.data?.count ?? 0;
  const mayTopUp = count > 0 && may('wallets.top_up');
  return (
    <Card withBorder>
      <EmptyState
        icon="scale"
        title={t('settlements.noLines')}
        text={count > 0 ? t('settlements.noLines.wait', { count }) : t('settlements.noLines.text')}
        action={
          <Group gap="xs" justify="center">
            {mayTopUp && <TopUpMissing />}
            <Button
              variant={mayTopUp ? 'default' : 'filled'}
              renderRoot={(props) => (
                <Link to="/h/$holderId/$mode/settlements/preview" params={{ holderId, mode }} {...props} />
              )}
            >
              {t('settlements.preview.only')}
            </Button>
            {count > 0 && (
              <Button
                variant="default"
                renderRoot={(props) => (
                  <Link to="/h/$holderId/$mode/orders" params={{ holderId, mode }} search={waiting} {...props} />
                )}
              >
                {t('settlements.viewAwaiting')}
              </Button>
            )}
          </Group>
        }
      />
    </Card>
  );
}
