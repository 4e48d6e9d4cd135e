/** The operator's accounts, the money held for them and the work that waits, as they are now. */
import { Card, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { dataOf } from '../../api/client.ts';
import type { OperatorOverview } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useExceptionCount } from '../../app/exception-count.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FactCard } from '../../ui/fact-card.tsx';
import type { Fact } from '../../ui/facts.tsx';
import { useIsPhone } from '../../ui/is-phone.ts';
import { Loading } from '../../ui/loading.tsx';
import { Money } from '../../ui/money.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import classes from './controls.module.css';

export function Overview() {
  const t = useStrings();
  const intl = useIntl();
  const { holderId, mode, api } = useBook();
  const overview = useQuery({
    queryKey: ['explore', holderId, mode, 'overview'],
    queryFn: () => dataOf(api.GET('/api/v1/operator/explore/overview')),
  });
  const isPhone = useIsPhone();
  const waiting = useExceptionCount();
  if (overview.isError) return <ProblemNotice error={overview.error} onRetry={() => void overview.refetch()} />;
  if (overview.data === undefined) return <Loading heights={[110]} />;
  const { active, held } = overview.data;
  const { companies, shops, couriers, customers } = active;
  const exceptions =
    waiting === undefined ? '–' : waiting === 0 ? t('explore.waiting.none') : intl.formatNumber(waiting);
  if (isPhone) {
    return (
      <Strip
        figures={[
          { label: t('explore.active'), value: intl.formatNumber(companies + shops + couriers + customers) },
          { label: t('explore.held'), value: <Held held={held} /> },
          {
            label: t('explore.waiting'),
            value: (
              <Link to="/h/$holderId/$mode" params={{ holderId, mode }}>
                {waiting === undefined ? '–' : intl.formatNumber(waiting)}
              </Link>
            ),
          },
        ]}
      />
    );
  }
  return (
    <SimpleGrid cols={3}>
      <FactCard
        label={t('explore.active')}
        value={intl.formatNumber(companies + shops + couriers + customers)}
        note={t('explore.active.note', { companies, shops, couriers, customers })}
      />
      <FactCard label={t('explore.held')} value={<Held held={held} />} />
      <FactCard
        label={t('explore.waiting')}
        value={exceptions}
        note={
          <Link to="/h/$holderId/$mode" params={{ holderId, mode }}>
            {t('explore.waiting.open')}
          </Link>
        }
      />
    </SimpleGrid>
  );
}

/** An amount of each currency. */
function Held({ held }: { held: OperatorOverview['held'] }) {
  const t = useStrings();
  if (held.length === 0) return t('explore.held.none');
  return held.map(({ currency, amount }) => (
    <div key={currency}>
      <Money amount={amount} currency={currency} />
    </div>
  ));
}

/** Figures beside each other on a phone, where a card of each would push the chart off the first screen. */
const Strip = ({ figures }: { figures: readonly Fact[] }) => (
  <Card withBorder padding="md">
    <dl className={classes.strip}>
      {figures.map(({ label, value }) => (
        <div key={label}>
          <Text component="dt" size="xs" c="dimmed">
            {label}
          </Text>
          <Text component="dd" m={0} fw={650} fz={16}>
            {value}
          </Text>
        </div>
      ))}
    </dl>
  </Card>
);
