/** The requested payouts, newest first. One that nobody has approved can be canceled. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { Payout } from '../../api/types.ts';
import { useArranged } from '../../app/arranged.tsx';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { typedAmount } from '../../ui/decimal.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FromTo } from '../../ui/from-to.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List, type ListState } from '../../ui/list.tsx';
import { Money, useMoney } from '../../ui/money.tsx';
import { NoMatch } from '../../ui/no-match.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { showToast } from '../../ui/toast.ts';
import { TracedMoney } from '../../ui/traced-money.tsx';
import { needsOtherAccount } from './failure.ts';
import { afterPayoutChange, bankAccountsQuery } from './queries.ts';
import { useSourceWords } from './source-words.ts';
import type { Source } from './types.ts';

type Props = {
  list: ListState<Payout>;
  sources: readonly Source[];
  /** What narrows the list, with the menus of its columns and views. */
  controls: (menus: ReactNode) => ReactNode;
  /** Shows everything again, where the list is narrowed. */
  onClear?: () => void;
};

export function PayoutList({ list, sources, controls, onClear }: Props) {
  const t = useStrings();
  const may = useMay();
  const ends = useEnds(sources);
  const { columns, menus } = useArranged('payouts', useColumns(ends));
  const [cancelling, setCancelling] = useState<Payout>();
  const isCancellable = (row: Payout) => row.status === 'requested' && may('payouts.cancel');
  const cancelOf = (row: Payout) =>
    isCancellable(row) && (
      <Button size="xs" variant="default" onClick={() => setCancelling(row)}>
        {t('payouts.cancel')}
      </Button>
    );
  const actions = list.query.data?.data.some(isCancellable)
    ? [{ key: 'act', title: t('payouts.act'), cell: cancelOf }]
    : [];
  return (
    <>
      {controls(menus)}
      <List
        label={t('payouts.list')}
        list={list}
        columns={[...columns, ...actions]}
        idOf={(row) => row.payout_id}
        at={(row) => row.created_at}
        empty={
          onClear === undefined ? (
            <EmptyState icon="cash" title={t('payouts.empty.title')} text={t('payouts.empty.text')} />
          ) : (
            <NoMatch title={t('payouts.noMatch.title')} onClear={onClear} />
          )
        }
        card={(row) => <PayoutFacts payout={row} {...ends} cancel={cancelOf(row)} />}
      />
      {cancelling !== undefined && (
        <CancelModal payout={cancelling} bank={ends.bankOf(cancelling)} onClose={() => setCancelling(undefined)} />
      )}
    </>
  );
}

/** What a payout is drawn from, and the number of the bank account that it goes to. */
type Ends = { fromOf: (payout: Payout) => string; bankOf: (payout: Payout) => string };

function useEnds(sources: readonly Source[]): Ends {
  const t = useStrings();
  const sourceWordsOf = useSourceWords();
  const { holderId, mode } = useBook();
  // Not for everyone to see: without it the number is left out.
  const banks = useQuery({ ...bankAccountsQuery({ holderId, mode }), retry: false });
  return {
    fromOf: ({ account, beneficiary_ref: ref, schedule_id: schedule }) => {
      const company = sources.find((one) => one.beneficiary_ref === ref)?.company ?? null;
      const from = sourceWordsOf({ account, company });
      return schedule === null ? from : `${from} · ${t('payouts.automatic')}`;
    },
    bankOf: ({ bank_account_id: id }) => banks.data?.find((one) => one.bank_account_id === id)?.number ?? '',
  };
}

function useColumns({ fromOf, bankOf }: Ends): Column<Payout>[] {
  const t = useStrings();
  return [
    { key: 'date', title: t('payouts.date'), cell: (row) => <Instant at={row.created_at} /> },
    { key: 'from', title: t('payouts.from'), optional: 'shown', cell: fromOf },
    {
      key: 'to',
      title: t('payouts.to'),
      optional: 'shown',
      cell: (row) => <span style={{ whiteSpace: 'nowrap' }}>{bankOf(row) || t('app.none')}</span>,
    },
    { key: 'amount', title: t('payouts.amount'), align: 'end', cell: (row) => <Amount payout={row} /> },
    {
      key: 'reference',
      title: t('transfers.reference'),
      optional: 'hidden',
      cell: (row) => row.reference ?? t('app.none'),
    },
    { key: 'status', title: t('payouts.status'), optional: 'shown', cell: (row) => <Status payout={row} /> },
  ];
}

function PayoutFacts({ payout, fromOf, bankOf, cancel }: Ends & { payout: Payout; cancel: ReactNode }) {
  const t = useStrings();
  const { status } = payout;
  const bank = bankOf(payout);
  return (
    <CardFacts
      title={<Instant at={payout.created_at} />}
      amount={<TracedMoney trace={`payout:${payout.payout_id}`} amount={payout.amount} currency={payout.currency} />}
      below={
        <>
          <StateBadge state={status} />
          <span>{bank === '' ? fromOf(payout) : <FromTo from={fromOf(payout)} to={bank} />}</span>
          {status !== 'completed' && <span>{t(`payouts.said.${status}`)}</span>}
        </>
      }
      actions={
        <>
          <WhatNext payout={payout} />
          {cancel}
        </>
      }
    />
  );
}

function Amount({ payout: { payout_id: id, amount, fee, currency } }: { payout: Payout }) {
  const t = useStrings();
  return (
    <>
      <TracedMoney trace={`payout:${id}`} amount={amount} currency={currency} fw={550} />
      {fee > 0 && (
        <Text size="xs" c="dimmed">
          {t('payouts.fee')} <Money amount={fee} currency={currency} />
        </Text>
      )}
    </>
  );
}

function Status({ payout }: { payout: Payout }) {
  const t = useStrings();
  const { status } = payout;
  return (
    <Stack gap={2} align="flex-start">
      <StateBadge state={status} />
      <Text size="xs" c="dimmed">
        {t(`payouts.said.${status}`)}
      </Text>
      <WhatNext payout={payout} />
    </Stack>
  );
}

/** Why a payout did not arrive, and what can be done. */
function WhatNext({ payout }: { payout: Payout }) {
  const t = useStrings();
  const { status, reason } = payout;
  return (
    <>
      {reason !== null && <Text size="xs">{t('payouts.why', { reason })}</Text>}
      {(status === 'failed' || status === 'rejected') && <NextStep payout={payout} status={status} />}
    </>
  );
}

/** What the owner can do about a payout that did not arrive. */
function NextStep({ payout, status }: { payout: Payout; status: 'failed' | 'rejected' }) {
  const t = useStrings();
  const may = useMay();
  const { holderId, mode } = useBook();
  if (!may('payouts.request')) return null;
  const { currency, amount } = payout;
  const isOver = needsOtherAccount(payout);
  return (
    <>
      {(status === 'failed' ? !isOver : payout.reason !== null) && <Text size="xs">{t(`payouts.next.${status}`)}</Text>}
      <Group gap="md" fz="xs">
        {status === 'failed' && (
          <Link to="/h/$holderId/$mode/payouts/bank-accounts" params={{ holderId, mode }}>
            {t(isOver ? 'payouts.next.otherAccount' : 'payouts.bankAccounts')}
          </Link>
        )}
        <Link
          to="/h/$holderId/$mode/payouts/new"
          params={{ holderId, mode }}
          search={{ currency, amount: typedAmount(amount, currency) }}
        >
          {t('payouts.again')}
        </Link>
      </Group>
    </>
  );
}

function CancelModal({ payout, bank, onClose }: { payout: Payout; bank: string; onClose: () => void }) {
  const t = useStrings();
  const money = useMoney();
  const queries = useQueryClient();
  const { api } = useBook();
  const cancel = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/api/v1/payouts/{id}/cancel', {
          params: { path: { id: payout.payout_id } },
        }),
      ),
    onSuccess: () => {
      showToast(t('payouts.cancelled'));
      onClose();
    },
    onSettled: () => afterPayoutChange(queries),
  });
  return (
    <Confirm
      title={t('payouts.cancel.title')}
      action={t('payouts.cancel')}
      back={t('payouts.cancel.keep')}
      destroys
      onConfirm={() => cancel.mutate()}
      onClose={onClose}
      act={cancel}
    >
      {t('payouts.cancel.text', { amount: money(payout.amount, payout.currency), bank })}
    </Confirm>
  );
}
