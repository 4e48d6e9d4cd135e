/** The bank transfers that are on their way, above a wallet. Nothing is shown while there are none. */
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pageOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useMoney } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { grouped } from './grouped.ts';

const shownMax = 5;
const pollMs = 15_000;

export function WaitingTransfers() {
  const t = useStrings();
  const money = useMoney();
  const { holderId, mode, api } = useBook();
  const query = useQuery({
    queryKey: ['top-ups', holderId, mode, 'waiting'],
    queryFn: () => pageOf(api.GET('/api/v1/top-ups', { params: { query: { status: 'pending', limit: shownMax } } })),
    enabled: mode === 'live',
    refetchInterval: pollMs,
  });
  const waiting = query.data?.data ?? [];
  if (waiting.length === 0) return null;
  const book = { holderId, mode };
  return (
    <Panel
      title={t('transfers.waiting')}
      actions={
        <Anchor size="sm" renderRoot={(props) => <Link to="/h/$holderId/$mode/top-ups" params={book} {...props} />}>
          {t('transfers.all')}
        </Anchor>
      }
    >
      <Stack gap="sm">
        {waiting.map(({ topup_id: id, amount, currency, reference }) => (
          <Group key={id} justify="space-between" gap="xs">
            <div>
              <Text fw={550}>{t('transfers.waiting.text', { amount: money(amount, currency) })}</Text>
              {reference !== null && (
                <Text size="xs" c="dimmed" ff="monospace">
                  {grouped(reference)}
                </Text>
              )}
            </div>
            <Anchor
              renderRoot={(props) => <Link to="/h/$holderId/$mode/top-ups/$id" params={{ ...book, id }} {...props} />}
            >
              {t('transfers.show')}
            </Anchor>
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}
