/** One dispute of a shop or company: until when to respond, its payment, and the evidence, until it is submitted and afterwards. */
import { Alert, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { dataOf } from '../../api/client.ts';
import type { DisputeInFull } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Money, useMoney } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { payerLines } from '../../ui/payer-lines.ts';
import { DisputeBadge } from './dispute-badge.tsx';
import { DisputeFrame } from './dispute-frame.tsx';
import { BalanceEffect, DisputeProgress } from './dispute-progress.tsx';
import { EvidenceForm } from './evidence-form.tsx';
import { EvidenceShown } from './evidence-shown.tsx';
import { disputeKey } from './own-dispute-key.ts';
import { useReasonWords } from './reason-words.ts';

/** While it is on its way to the provider. */
const againMs = 3_000;

export function OwnDispute() {
  const { id } = useParams({ from: '/signed-in/h/$holderId/$mode/disputes/$id' });
  const { holderId, mode, api } = useBook();
  const query = useQuery({
    queryKey: disputeKey({ holderId, mode }, id),
    queryFn: () => dataOf(api.GET('/api/v1/disputes/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data?.evidence === 'sending' ? againMs : false),
  });
  return <DisputeFrame query={query}>{(dispute) => <Shown dispute={dispute} />}</DisputeFrame>;
}

function Shown({ dispute }: { dispute: DisputeInFull }) {
  const t = useStrings();
  const format = useMoney();
  const may = useMay();
  const { sent } = dispute;
  const mayWrite = dispute.closed_because === null && may('disputes.prepare') && sent !== null;
  return (
    <Page
      title={t('dispute.own.heading', { amount: format(dispute.amount, dispute.currency) })}
      note={
        <Group gap="xs">
          <DisputeBadge status={dispute.status} />
          <Copyable value={dispute.dispute_id} what={t('dispute.id')} />
        </Group>
      }
    >
      {isDecided(dispute) ? <Decided dispute={dispute} /> : <State dispute={dispute} />}
      <DisputeFacts dispute={dispute} />
      {dispute.status === 'under_review' && (
        <>
          <DisputeProgress dispute={dispute} />
          <BalanceEffect dispute={dispute} />
        </>
      )}
      {sent === null && <Text c="dimmed">{t('evidence.hidden')}</Text>}
      {mayWrite && <EvidenceForm key={dispute.dispute_id} dispute={dispute} evidence={sent} />}
      {sent !== null && !mayWrite && dispute.evidence !== null && (
        <EvidenceShown evidence={sent} path={`/disputes/${dispute.dispute_id}`} />
      )}
    </Page>
  );
}

const isDecided = ({ status }: DisputeInFull): boolean => status === 'won' || status === 'lost';

/** How it ended, and where to go on from here. */
function Decided({ dispute }: { dispute: DisputeInFull }) {
  const t = useStrings();
  const format = useMoney();
  const { holderId, mode, holder } = useBook();
  const { order_ref: ref, payment_id: id } = dispute;
  const isWon = dispute.status === 'won';
  const amount = format(dispute.amount, dispute.currency);
  return (
    <Alert
      variant="light"
      color={isWon ? 'teal' : 'gray'}
      icon={<Icon name={isWon ? 'check' : 'alert-triangle'} />}
      title={t(isWon ? 'dispute.own.won' : 'dispute.own.lost', { amount })}
    >
      <Group gap="lg">
        {ref !== null && (
          <Link to="/h/$holderId/$mode/orders/$ref" params={{ holderId, mode, ref }}>
            {t('desk.fix.order')}
          </Link>
        )}
        {holder.kind === 'merchant' && (
          <Link to="/h/$holderId/$mode/payments/$id" params={{ holderId, mode, id }}>
            {t('desk.fix.payment')}
          </Link>
        )}
        <Link to="/h/$holderId/$mode/traces/$id" params={{ holderId, mode, id: `dispute:${dispute.dispute_id}` }}>
          {t('trace.title')}
        </Link>
      </Group>
    </Alert>
  );
}

function State({ dispute }: { dispute: DisputeInFull }) {
  const t = useStrings();
  const { evidence, evidence_due_at: due, closed_because: closed, sent } = dispute;
  if (evidence !== null && evidence !== 'draft') {
    return (
      <Standing isDone={evidence === 'submitted'}>
        {t(dispute.status === 'under_review' ? 'dispute.own.underReview' : `evidence.is.${evidence}`)}
      </Standing>
    );
  }
  if (dispute.status === 'under_review' && closed === 'other_way') {
    return <Standing>{t('dispute.own.underReview')}</Standing>;
  }
  if (closed !== null && closed !== 'decided') return <Standing>{t(`evidence.closed.${closed}`)}</Standing>;
  const refusal = sent?.refusal ?? null;
  return (
    <>
      {refusal !== null && (
        <Alert color="red" variant="light" icon={<Icon name="alert-triangle" />}>
          {t('evidence.refused', { reason: refusal.replaceAll('_', ' ') })}
        </Alert>
      )}
      <Alert color="yellow" variant="light" icon={<Icon name="alert-triangle" />}>
        {t('evidence.wanted')}{' '}
        {due !== null && (
          <>
            {t('dispute.respond.until')} <Instant at={due} /> (<Countdown to={due} />
            ).
          </>
        )}
      </Alert>
    </>
  );
}

/** Where nothing is to be done here. */
const Standing = ({ isDone = false, children }: { isDone?: boolean; children: ReactNode }) => (
  <Alert color="gray" variant="light" icon={<Icon name={isDone ? 'check' : 'clock'} />}>
    {children}
  </Alert>
);

function DisputeFacts({ dispute }: { dispute: DisputeInFull }) {
  const t = useStrings();
  const reasonOf = useReasonWords();
  const { holderId, mode, holder } = useBook();
  const { payment, order_ref: ref, payment_id: id, description, reference } = dispute;
  const payer = payment.payer === null ? '' : payerLines(payment.payer).join(', ');
  const name = description ?? reference ?? t('dispute.payment');
  const facts: Fact[] = [
    { label: t('dispute.reason'), value: reasonOf(dispute.reason) },
    { label: t('dispute.money'), value: t(`dispute.money.${dispute.money}`) },
    {
      label: t(ref === null ? 'dispute.payment' : 'dispute.own.order'),
      value:
        ref !== null ? (
          <Link to="/h/$holderId/$mode/orders/$ref" params={{ holderId, mode, ref }}>
            {ref}
          </Link>
        ) : holder.kind === 'merchant' ? (
          <Link to="/h/$holderId/$mode/payments/$id" params={{ holderId, mode, id }}>
            {name}
          </Link>
        ) : (
          name
        ),
    },
    { label: t('dispute.own.paid'), value: <Money amount={payment.amount} currency={payment.currency} /> },
    {
      label: t('dispute.own.paidAt'),
      value: payment.paid_at === null ? t('app.none') : <Instant at={payment.paid_at} day />,
    },
    { label: t('dispute.payer'), value: payer === '' ? t('app.none') : <Payer payer={payer} dispute={dispute} /> },
  ];
  return <Facts facts={facts} cols={3} />;
}

/** Their page has what they paid before, which says most about who bought. */
function Payer({ payer, dispute }: { payer: string; dispute: DisputeInFull }) {
  const { holderId, mode, holder } = useBook();
  const may = useMay();
  const { customer_id: id } = dispute.payment;
  if (id === null || holder.kind !== 'merchant' || !may('payments.read_in_full')) return payer;
  return (
    <Link to="/h/$holderId/$mode/customers/$id" params={{ holderId, mode, id: String(id) }}>
      {payer}
    </Link>
  );
}
