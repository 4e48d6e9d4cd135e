/** The requested payouts, newest first. One that nobody has approved can be canceled. */
import { Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { OwnPayout as Payout } from '../../api/types.ts';
import { useArranged } from '../../app/arranged.tsx';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { typedAmount } from '../../ui/decimal.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ExpectedDay } from '../../ui/expected-day.tsx';
import { FromTo } from '../../ui/from-to.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List, type ListState } from '../../ui/list.tsx';
import { Money } from '../../ui/money.tsx';
import { NoMatch } from '../../ui/no-match.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { TracedMoney } from '../../ui/traced-money.tsx';
import { useBankNumbers } from './bank-numbers.ts';
import { CancelPayout, useIsCancellable } from './cancel-payout.tsx';
import { useFailureWords } from './failure-words.ts';
import { useNeedsOther } from './last-return.ts';
import { useSourceWords } from './source-words.ts';
import { ToClosed, useExpectedDay } from './to-closed.tsx';
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
  const ends = useEnds(sources);
  // Where all come from one account, naming it in every row says nothing.
  const isFromOne = new Set(list.query.data?.data.map(ends.fromOf)).size <= 1;
  const all = useColumns(ends);
  const { columns, menus } = useArranged('payouts', isFromOne ? all.filter(({ key }) => key !== 'from') : all);
  const [cancelling, setCancelling] = useState<Payout>();
  const isCancellable = useIsCancellable();
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
        card={(row) => <PayoutFacts payout={row} isFromOne={isFromOne} {...ends} cancel={cancelOf(row)} />}
      />
      {cancelling !== undefined && (
        <CancelPayout payout={cancelling} bank={ends.bankOf(cancelling)} onClose={() => setCancelling(undefined)} />
      )}
    </>
  );
}

/** What a payout is drawn from, and the number of the bank account that it goes to. */
type Ends = { fromOf: (payout: Payout) => string; bankOf: (payout: Payout) => string };

function useEnds(sources: readonly Source[]): Ends {
  const t = useStrings();
  const sourceWordsOf = useSourceWords();
  const bankOf = useBankNumbers();
  return {
    bankOf,
    fromOf: ({ account, beneficiary_ref: ref, schedule_id: schedule }) => {
      const company = sources.find((one) => one.beneficiary_ref === ref)?.company ?? null;
      const from = sourceWordsOf({ account, company });
      return schedule === null ? from : `${from} · ${t('payouts.automatic')}`;
    },
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

type FactsProps = Ends & { payout: Payout; isFromOne: boolean; cancel: ReactNode };

function PayoutFacts({ payout, isFromOne, fromOf, bankOf, cancel }: FactsProps) {
  const t = useStrings();
  const { status } = payout;
  const day = useExpectedDay()(payout);
  const bank = bankOf(payout);
  return (
    <CardFacts
      title={<Instant at={payout.created_at} />}
      amount={<TracedMoney trace={`payout:${payout.payout_id}`} amount={payout.amount} currency={payout.currency} />}
      below={
        <>
          <StateBadge state={status} />
          <span>{bank === '' ? fromOf(payout) : isFromOne ? bank : <FromTo from={fromOf(payout)} to={bank} />}</span>
          {status !== 'completed' && status !== 'failed' && <span>{t(`payouts.said.${status}`)}</span>}
          {day !== null && (
            <span>
              <ExpectedDay day={day} />
            </span>
          )}
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
  const day = useExpectedDay()(payout);
  return (
    <Stack gap={2} align="flex-start">
      <StateBadge state={status} />
      {status !== 'failed' && (
        <Text size="xs" c="dimmed">
          {t(`payouts.said.${status}`)}
        </Text>
      )}
      {day !== null && (
        <Text size="xs" c="dimmed">
          <ExpectedDay day={day} />
        </Text>
      )}
      <WhatNext payout={payout} />
    </Stack>
  );
}

/** Why a payout did not arrive, and what can be done. */
function WhatNext({ payout }: { payout: Payout }) {
  const t = useStrings();
  const failureOf = useFailureWords();
  const { status, reason } = payout;
  const why = status === 'failed' ? failureOf(payout) : t('payouts.why', { reason: reason ?? '' });
  return (
    <>
      {reason !== null && <Text size="xs">{why}</Text>}
      <ToClosed payout={payout} />
      {(status === 'failed' || status === 'rejected') && <Again payout={payout} />}
    </>
  );
}

/** Requests a payout that did not arrive once more, where there is an account that it can go to; for those who may. */
function Again({ payout }: { payout: Payout }) {
  const t = useStrings();
  const may = useMay();
  const { holderId, mode } = useBook();
  const needsOther = useNeedsOther();
  if (!may('payouts.request')) return null;
  if (needsOther(payout)) {
    return (
      <Text span size="xs">
        <Link to="/h/$holderId/$mode/payouts/bank-accounts" params={{ holderId, mode }}>
          {t('bank.add.title')}
        </Link>
      </Text>
    );
  }
  const { currency, amount } = payout;
  return (
    <Text span size="xs">
      <Link
        to="/h/$holderId/$mode/payouts/new"
        params={{ holderId, mode }}
        search={{ currency, amount: typedAmount(amount, currency) }}
      >
        {t('payouts.again')}
      </Link>
    </Text>
  );
}
