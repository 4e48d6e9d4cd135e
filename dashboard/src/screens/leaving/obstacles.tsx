/** What has to be finished first, each with the screen where that is done. */
import { Alert, List, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import type { Obstacle } from '../../api/types.ts';
import type { Place } from '../../app/navigation.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useMoney } from '../../ui/money.tsx';

const base = '/h/$holderId/$mode';
const places: Partial<Record<Obstacle['code'], Place['to']>> = {
  balance: `${base}/payouts`,
  earnings: `${base}/payouts`,
  payouts: `${base}/payouts`,
  top_ups: base,
  payments: `${base}/payments`,
  disputes: `${base}/payments`,
  orders: `${base}/orders`,
  settlements: `${base}/settlements`,
  upcoming_earnings: base,
  last_owner: `${base}/settings/members`,
  last_administrator: `${base}/operator/members`,
};

type Props = { title: string; obstacles: readonly Obstacle[]; onOpen: () => void };

export function Obstacles({ title, obstacles, onOpen }: Props) {
  const t = useStrings();
  const intl = useIntl();
  const money = useMoney();
  return (
    <Alert color="yellow" variant="light" title={title}>
      <Stack gap="xs">
        <Text size="sm">{t('obstacles.text')}</Text>
        <List spacing="xs" size="sm">
          {obstacles.map(({ code, account, count, amounts }) => {
            const to = places[code];
            const params = { holderId: account.holder_id, mode: 'live' as const };
            return (
              <List.Item key={`${code}${account.holder_id}`}>
                {t(`obstacle.${code}`, {
                  name: account.name,
                  count,
                  amounts: intl.formatList(amounts.map(({ amount, currency }) => money(amount, currency))),
                })}{' '}
                {to !== undefined && (
                  <Link
                    to={to}
                    params={params}
                    onClick={onOpen}
                    // On the tint of the notice the colour of links has too little contrast.
                    style={{ color: 'inherit', textDecoration: 'underline' }}
                    aria-label={`${t('obstacle.open')}: ${account.name}`}
                  >
                    {t('obstacle.open')}
                  </Link>
                )}
              </List.Item>
            );
          })}
        </List>
      </Stack>
    </Alert>
  );
}
