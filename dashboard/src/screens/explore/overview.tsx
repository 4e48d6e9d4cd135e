/** The operator's accounts, the money held for them and the work that waits, as they are now. */
import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useExceptionCount } from '../../app/exception-count.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FactCard } from '../../ui/fact-card.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Money } from '../../ui/money.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

export function Overview() {
  const t = useStrings();
  const intl = useIntl();
  const { holderId, mode, api } = useBook();
  const overview = useQuery({
    queryKey: ['explore', holderId, mode, 'overview'],
    queryFn: () => dataOf(api.GET('/api/v1/operator/explore/overview')),
  });
  const waiting = useExceptionCount();
  if (overview.isError) return <ProblemNotice error={overview.error} onRetry={() => void overview.refetch()} />;
  if (overview.data === undefined) return <Loading heights={[110]} />;
  const { active, held } = overview.data;
  const { companies, shops, couriers, customers } = active;
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <FactCard
        label={t('explore.active')}
        value={intl.formatNumber(companies + shops + couriers + customers)}
        note={t('explore.active.note', { companies, shops, couriers, customers })}
      />
      <FactCard
        label={t('explore.held')}
        value={
          held.length === 0 ? (
            t('explore.held.none')
          ) : (
            <Stack gap={0}>
              {held.map(({ currency, amount }) => (
                <Money key={currency} amount={amount} currency={currency} />
              ))}
            </Stack>
          )
        }
      />
      <FactCard
        label={t('explore.waiting')}
        value={waiting === undefined ? '–' : waiting === 0 ? t('explore.waiting.none') : intl.formatNumber(waiting)}
        note={
          <Link to="/h/$holderId/$mode" params={{ holderId, mode }}>
            {t('explore.waiting.open')}
          </Link>
        }
      />
    </SimpleGrid>
  );
}
