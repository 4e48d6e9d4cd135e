/** One top-up by bank transfer: where to send the money and with which reference, and what became of it. */
import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { dataOf } from '../../api/client.ts';
import type { TransferTopUp } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Loading } from '../../ui/loading.tsx';
import { useMoney } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { showToast } from '../../ui/toast.ts';
import { TracedMoney } from '../../ui/traced-money.tsx';
import { Instructions } from './instructions.tsx';

const pollMs = 10_000;

export function TransferScreen() {
  const t = useStrings();
  const money = useMoney();
  const { holderId, mode, api } = useBook();
  const { id } = useParams({ from: '/signed-in/h/$holderId/$mode/top-ups/$id' });
  const query = useQuery({
    queryKey: ['top-ups', holderId, mode, id],
    queryFn: () => dataOf(api.GET('/api/v1/top-ups/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? pollMs : false),
  });
  const { data: transfer } = query;
  return (
    <Page
      title={
        transfer ? t('transfer.title', { amount: money(transfer.amount, transfer.currency) }) : t('transfers.title')
      }
      {...(transfer && { note: <StateBadge state={transfer.status} /> })}
    >
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading heights={[320]} />}
      {transfer !== undefined &&
        (transfer.status === 'pending' ? <Waiting transfer={transfer} /> : <Ended transfer={transfer} />)}
    </Page>
  );
}

function Waiting({ transfer }: { transfer: TransferTopUp }) {
  const t = useStrings();
  const money = useMoney();
  const intl = useIntl();
  const may = useMay();
  const [asks, setAsks] = useState(false);
  return (
    <Card withBorder padding="lg" maw={560} component="section">
      <Stack gap="md">
        <div>
          <Title order={2}>{t('transfer.pending.title')}</Title>
          <Text c="dimmed" mt={4}>
            {transfer.bank_details === null
              ? t('transfer.pending.noDetails', { currency: transfer.currency })
              : t('transfer.pending.text')}
          </Text>
        </div>
        <Instructions
          amount={money(transfer.amount, transfer.currency)}
          reference={transfer.reference}
          bank={transfer.bank_details}
        />
        {transfer.expires_at !== null && (
          <Alert variant="light" color="gray" icon={<Icon name="clock" size={18} />}>
            <Text style={{ textWrap: 'balance' }}>
              {t('transfer.until', { date: intl.formatDate(transfer.expires_at, { dateStyle: 'medium' }) })}
            </Text>
            <Text c="dimmed" size="sm">
              {t('transfer.until.text')}
            </Text>
          </Alert>
        )}
        {may('top_ups.cancel') && (
          <Group>
            <Button variant="default" onClick={() => setAsks(true)}>
              {t('transfer.cancel')}
            </Button>
          </Group>
        )}
      </Stack>
      {asks && <CancelDialog transfer={transfer} onClose={() => setAsks(false)} />}
    </Card>
  );
}

function CancelDialog({ transfer, onClose }: { transfer: TransferTopUp; onClose: () => void }) {
  const t = useStrings();
  const money = useMoney();
  const { api } = useBook();
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/api/v1/top-ups/{id}/cancel', {
          params: { path: { id: transfer.topup_id } },
        }),
      ),
    onSuccess: () => {
      showToast(t('transfer.cancelled'));
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['top-ups'] }),
  });
  return (
    <Confirm
      title={t('transfer.cancel.title')}
      action={t('transfer.cancel')}
      back={t('transfer.cancel.back')}
      destroys
      onConfirm={() => cancel.mutate()}
      onClose={onClose}
      act={cancel}
    >
      {t('transfer.cancel.text', { amount: money(transfer.amount, transfer.currency) })}
    </Confirm>
  );
}

function Ended({ transfer }: { transfer: TransferTopUp }) {
  const t = useStrings();
  const money = useMoney();
  const { holderId, mode, holder } = useBook();
  const may = useMay();
  const { status, currency } = transfer;
  if (status === 'pending') return null;
  const amount = money(transfer.amount, currency);
  const requested = transfer.requested_amount;
  const text =
    status !== 'succeeded'
      ? t(`transfer.${status}.text`, { reason: transfer.reason ?? '' })
      : requested === null
        ? t('transfer.succeeded.text')
        : t('transfer.succeeded.other', { requested: money(requested, currency) });
  const at = transfer.succeeded_at ?? transfer.ended_at;
  return (
    <Card withBorder padding="lg" maw={560} component="section">
      <Stack gap="sm">
        <Title order={2}>{t(`transfer.${status}.title`, { amount })}</Title>
        <Text>{text}</Text>
        {status === 'succeeded' && (
          <div>
            <TracedMoney trace={`top_up:${transfer.topup_id}`} amount={transfer.amount} currency={currency} fw={600} />
          </div>
        )}
        {at !== null && (
          <Text c="dimmed" size="sm" component="div">
            <Instant at={at} />
          </Text>
        )}
        {status !== 'succeeded' && may('wallets.top_up') && (
          <Group>
            <Button
              renderRoot={(props) =>
                holder.kind === 'customer' ? (
                  <Link to="/h/$holderId/$mode/top-up" params={{ holderId, mode }} {...props} />
                ) : (
                  <Link to="/h/$holderId/$mode/wallets" params={{ holderId, mode }} {...props} />
                )
              }
            >
              {t('transfer.again')}
            </Button>
          </Group>
        )}
      </Stack>
    </Card>
  );
}
