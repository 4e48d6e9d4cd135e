/** All of one payment: what was asked for, what happened, and where its money went. */
import { Button, Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { PaymentInFull as Payment } from '../../api/types.ts';
import { useActDialog } from '../../app/asked-act.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { AmountHeadline } from '../../ui/amount-headline.tsx';
import { Due } from '../../ui/due.tsx';
import { Icon } from '../../ui/icon.tsx';
import { InstantForm, inBrief } from '../../ui/instant-form.ts';
import { lazyOnInput } from '../../ui/lazy.tsx';
import { LoadingTrace } from '../../ui/loading-trace.tsx';
import { NotNow } from '../../ui/not-now.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { StateBadge, ToneBadge } from '../../ui/state-badge.tsx';
import { Transfers } from '../../ui/transfers.tsx';
import classes from '../../ui/two-columns.module.css';
import { NotesPanel } from '../notes/notes-panel.tsx';
import { ActivityBelow } from '../requests/activity-below.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { CaptureDialog } from './capture-dialog.tsx';
import { PaymentAttempts } from './payment-attempts.tsx';
import { PaymentDisputes } from './payment-disputes.tsx';
import { EndedUnpaid, hasEndedUnpaid } from './payment-ended.tsx';
import { PaymentFacts } from './payment-facts.tsx';
import { PaymentLink } from './payment-link.tsx';
import { PaymentRefunds } from './payment-refunds.tsx';
import { PaymentSummary } from './payment-summary.tsx';
import { PaymentTimeline } from './payment-timeline.tsx';
import { titleOf } from './payment-words.ts';
import { usePayment } from './use-payment.ts';

const RefundDialog = lazyOnInput(async () => (await import('./refund-dialog.tsx')).RefundDialog);

export function PaymentTrace() {
  const t = useStrings();
  const { id } = useParams({ from: '/signed-in/h/$holderId/$mode/payments/$id' });
  const payment = usePayment(id);
  if (payment.isError) {
    return (
      <Page title={t('payments.payment')}>
        <ProblemNotice error={payment.error} onRetry={() => void payment.refetch()} />
      </Page>
    );
  }
  if (payment.isPending) return <LoadingTrace title={t('payments.payment')} />;
  return <PaymentInFull payment={payment.data} />;
}

type Act = 'refund' | 'capture' | 'cancel';

function PaymentInFull({ payment }: { payment: Payment }) {
  const t = useStrings();
  const may = useMay();
  const acts = possibleActs(payment).filter((act) => may(`payments.${act}`));
  const hasEnded = hasEndedUnpaid(payment.status);
  const { open, typed, setOpen, close, isRefused } = useActDialog<Act>(acts);
  return (
    <Page
      title={titleOf(payment)}
      note={<Summary payment={payment} />}
      actions={<Actions acts={acts} isHeld={isHeld(payment)} onOpen={setOpen} />}
    >
      {isRefused && <NotNow onClose={close} />}
      <div className={classes.columns}>
        <Stack gap="lg" miw={0}>
          {payment.payment_url !== null && <PaymentLink address={payment.payment_url} until={payment.expires_at} />}
          {hasEnded && <EndedUnpaid payment={payment} />}
          {payment.paid_at !== null && <PaymentSummary payment={payment} />}
          {payment.transfers.length > 0 && (
            <Panel title={t('payment.transfers')} isFlush>
              <Transfers transfers={payment.transfers} />
            </Panel>
          )}
          <PaymentDisputes disputes={payment.disputes} />
          {payment.refunds.length > 0 && (
            <Panel title={t('payment.refunds')}>
              <PaymentRefunds refunds={payment.refunds} />
            </Panel>
          )}
          {(payment.attempts.length > 0 || (payment.paid_at === null && !hasEnded)) && (
            <Panel title={t('payment.attempts')}>
              <PaymentAttempts attempts={payment.attempts} />
            </Panel>
          )}
        </Stack>
        <Stack gap="lg" miw={0}>
          <Panel title={t('payment.timeline')}>
            <PaymentTimeline events={payment.events} />
          </Panel>
          <Panel title={t('payment.facts')}>
            <PaymentFacts payment={payment} />
          </Panel>
          <NotesPanel about={{ kind: 'payment', id: payment.payment_id }} />
        </Stack>
        <ActivityBelow kind="payment" id={payment.payment_id} events={payment.events.length} />
      </div>
      {open === 'refund' && <RefundDialog payment={payment} amount={typed?.amount} onClose={close} />}
      {open === 'capture' && <CaptureDialog payment={payment} onClose={close} />}
      {open === 'cancel' && <CancelDialog payment={payment} onClose={close} />}
    </Page>
  );
}

function Summary({ payment }: { payment: Payment }) {
  const t = useStrings();
  const amount = payment.capture?.captured_amount ?? payment.amount;
  const isDisputed = payment.charged_back_amount > 0;
  const until = isHeld(payment) ? payment.capture?.capturable_until : undefined;
  return (
    <AmountHeadline
      trace={payment.transfers.length > 0 ? `payment:${payment.payment_id}` : undefined}
      amount={amount}
      currency={payment.currency}
      states={[
        { badge: <State payment={payment} /> },
        ...(until == null ? [] : [{ badge: <CaptureBy until={until} /> }]),
        ...(isDisputed ? [{ badge: <ToneBadge tone="failed">{t('payments.disputed')}</ToneBadge> }] : []),
      ]}
    />
  );
}

function CaptureBy({ until }: { until: string }) {
  const t = useStrings();
  return (
    <InstantForm value={inBrief}>
      <Due at={until} day label={t('payment.capturableUntil')} />
    </InstantForm>
  );
}

/** A canceled one says who canceled it, where that is known. */
function State({ payment: { status, cancelled_by: by } }: { payment: Payment }) {
  const t = useStrings();
  if (by === null || by === 'service') return <StateBadge state={status} />;
  return <ToneBadge tone="neutral">{t(`payment.cancelledBy.${by}`)}</ToneBadge>;
}

const isHeld = ({ status, capture }: Payment): boolean => status === 'authorized' && capture?.requested_amount === null;

function possibleActs(payment: Payment): Act[] {
  const acts: Act[] = [];
  if (isHeld(payment)) acts.push('capture');
  if (payment.payment_url !== null || isHeld(payment)) acts.push('cancel');
  if (payment.refundable_amount > 0) acts.push('refund');
  return acts;
}

function Actions({ acts, isHeld, onOpen }: { acts: readonly Act[]; isHeld: boolean; onOpen: (act: Act) => void }) {
  const t = useStrings();
  return (
    <>
      {acts.includes('capture') && (
        <Button leftSection={<Icon name="circle-check" size={16} />} onClick={() => onOpen('capture')}>
          {t('payment.capture')}
        </Button>
      )}
      {acts.includes('cancel') && (
        <Button variant="default" leftSection={<Icon name="ban" size={16} />} onClick={() => onOpen('cancel')}>
          {t(isHeld ? 'payment.void' : 'payment.cancel')}
        </Button>
      )}
      {acts.includes('refund') && (
        <Button
          variant="default"
          leftSection={<Icon name="receipt-refund" size={16} />}
          onClick={() => onOpen('refund')}
        >
          {t('payment.refund')}
        </Button>
      )}
    </>
  );
}
