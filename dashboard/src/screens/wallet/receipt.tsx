/** The receipt of a payment made from the wallet, as a page to print. */
import { Button, Card, Divider, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { dataOf } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import type { WalletReceipt } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { TracedMoney } from '../../ui/traced-money.tsx';
import { Contacts, PaidTo } from './receipt-parts.tsx';
import { useWhatFor } from './what-for.tsx';

export function Receipt() {
  const t = useStrings();
  const { id } = useParams({ from: '/signed-in/h/$holderId/$mode/wallet/payments/$id' });
  const { holderId, mode, api } = useBook();
  const query = useQuery({
    queryKey: ['wallet', 'receipt', holderId, mode, id],
    queryFn: () => dataOf(api.GET('/api/v1/wallet/payments/{id}', { params: { path: { id } } })),
  });
  if (query.isError && problemOf(query.error).code === 'not_found') {
    return (
      <Page title={t('receipt.missing')}>
        <Card withBorder role="alert">
          {t('problem.notFound')}
        </Card>
      </Page>
    );
  }
  return (
    <Page
      title={t('receipt.title')}
      actions={
        query.isSuccess && (
          <Button
            variant="default"
            leftSection={<Icon name="printer" size={16} />}
            onClick={() => window.print()}
            data-screen-only
          >
            {t('receipt.print')}
          </Button>
        )
      }
    >
      {query.isPending && <Loading heights={[360]} maw={560} />}
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && <Paper id={id} receipt={query.data} isTest={mode === 'test'} />}
    </Page>
  );
}

function Paper({ id, receipt, isTest }: { id: string; receipt: WalletReceipt; isTest: boolean }) {
  const t = useStrings();
  const intl = useIntl();
  const { payer, amount, refunded, currency, status, reference, refunds } = receipt;
  const whatFor = useWhatFor()(receipt);
  return (
    <Card withBorder padding="xl" maw={560}>
      <Stack gap="md">
        <PaidTo receipt={receipt} />
        {isTest && (
          <Text size="sm" c="var(--tone-waiting)">
            {t('receipt.test')}
          </Text>
        )}
        <Divider color="var(--line)" />
        <Stack gap="xs" component="dl" m={0}>
          <Line label={t('receipt.amount')} isMain={refunds.length === 0}>
            <TracedMoney trace={`transfer:${id}`} amount={amount} currency={currency} />
          </Line>
          {refunds.map((refund) => (
            <Line
              key={refund.reference}
              label={t('receipt.refund', { date: intl.formatDate(refund.created_at, { dateStyle: 'medium' }) })}
            >
              <Money amount={-refund.amount} currency={currency} />
            </Line>
          ))}
          {refunds.length > 0 && (
            <Line label={t('receipt.kept')} isMain>
              <Money amount={amount - refunded} currency={currency} />
            </Line>
          )}
        </Stack>
        <Divider color="var(--line)" />
        <Stack gap="xs" component="dl" m={0}>
          {whatFor !== undefined && <Line label={t('receipt.for')}>{whatFor}</Line>}
          <Line label={t('receipt.status')}>
            <StateBadge state={status === 'succeeded' ? 'paid' : status} />
          </Line>
          <Line label={t('receipt.date')}>
            <Instant at={receipt.created_at} />
          </Line>
          <Line label={t('receipt.paidBy')}>{payer}</Line>
          <Line label={t('receipt.method')}>{t('receipt.wallet')}</Line>
          <Line label={t('receipt.reference')}>
            <Copyable value={reference} what={t('receipt.reference')} />
          </Line>
        </Stack>
        <Divider color="var(--line)" />
        <Contacts receipt={receipt} />
      </Stack>
    </Card>
  );
}

const Line = ({ label, isMain = false, children }: { label: string; isMain?: boolean; children: ReactNode }) => (
  <Group justify="space-between" wrap="nowrap" align="baseline">
    <Text component="dt" c="dimmed">
      {label}
    </Text>
    <Text component="dd" m={0} ta="end" {...(isMain ? { fz: 20, fw: 650 } : {})} style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  </Group>
);
