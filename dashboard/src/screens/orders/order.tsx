/** All of one order: what was asked for, what happened, and where its money went. */
import { Button, Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { OrderInFull as Order, OrderTransfer, OrderTrace as Trace } from '../../api/types.ts';
import { type AskedAct, useActDialog } from '../../app/asked-act.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { AmountHeadline } from '../../ui/amount-headline.tsx';
import { Deferred } from '../../ui/deferred.tsx';
import { anyFailed } from '../../ui/failed-reads.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-paths.ts';
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
import { ActOnOrder } from './act-on-order.tsx';
import { differenceOf, problemsOf } from './broken-splits.ts';
import { BrokenSplitsNotice } from './broken-splits-notice.tsx';
import { FundsNotice } from './funds-notice.tsx';
import { HoldNotice } from './hold-notice.tsx';
import { mayAssign, mayDo, type OrderAct, orderActs } from './order-acts.ts';
import { OrderFacts } from './order-facts.tsx';
import { OrderPayments, OrderRefunds } from './order-refunds.tsx';
import { OrderSplits } from './order-splits.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { useOrder } from './use-order.ts';

const AssignDialog = lazyOnInput(async () => (await import('./assign-dialog.tsx')).AssignDialog);
const RefundDialog = lazyOnInput(async () => (await import('./refund-dialog.tsx')).RefundDialog);

const CaptureDialog = lazyOnInput(async () => (await import('./capture-dialog.tsx')).CaptureDialog);

const icons: Record<OrderAct, IconName> = {
  capture: 'circle-check',
  refund: 'receipt-refund',
  reverse: 'arrow-back-up',
  release: 'player-play',
  hold: 'player-pause',
  confirm: 'circle-check',
  cancel: 'ban',
};

export function OrderTrace() {
  const t = useStrings();
  const { ref } = useParams({ from: '/signed-in/h/$holderId/$mode/orders/$ref' });
  const { order, trace, transfers } = useOrder(ref);
  const failure = anyFailed([order, trace, transfers]);
  if (failure !== undefined) {
    return (
      <Page title={t('order.request')}>
        <ProblemNotice {...failure} />
      </Page>
    );
  }
  const loading = <LoadingTrace title={ref} />;
  if (order.data === undefined || trace.data === undefined || transfers.data === undefined) return loading;
  return (
    <Deferred until={loading}>
      <OrderInFull order={order.data} trace={trace.data} transfers={transfers.data} />
    </Deferred>
  );
}

type Open = OrderAct | { assign: number };

function OrderInFull({ order, trace, transfers }: { order: Order; trace: Trace; transfers: readonly OrderTransfer[] }) {
  const t = useStrings();
  const may = useMay();
  const problems = problemsOf(order, trace);
  const lacksPayee = problems.some(({ kind }) => kind === 'payee');
  const acts = orderActs.filter(
    (act) => may(`orders.${act}`) && mayDo(act, order, trace) && !(act === 'release' && lacksPayee),
  );
  const { open, typed, setOpen, close, isRefused } = useActDialog<Open>(acts);
  return (
    <Page
      title={order.partner_order_ref}
      note={<Summary order={order} hasMoved={transfers.length > 0} />}
      actions={acts.map((act) => (
        <Button
          key={act}
          variant="default"
          leftSection={<Icon name={icons[act]} size={16} />}
          onClick={() => setOpen(act)}
        >
          {t(`order.act.${act}`)}
        </Button>
      ))}
    >
      {isRefused && <NotNow onClose={close} />}
      {problems.length > 0 && (
        <BrokenSplitsNotice
          order={order}
          problems={problems}
          mayAct={may('orders.assign')}
          onAssign={(assign) => setOpen({ assign })}
          onEnd={setOpen}
        />
      )}
      {trace.hold !== null && problems.length === 0 && <HoldNotice order={order} hold={trace.hold} />}
      {order.settlement_status === 'awaiting_funds' && <FundsNotice currency={order.currency} />}
      <div className={classes.columns}>
        <Stack gap="lg" miw={0}>
          <Panel title={t('order.splits')} isFlush>
            <OrderSplits
              splits={trace.splits}
              collects={order.splits.findIndex((split) => split.collects_cash === true)}
              currency={order.currency}
              difference={differenceOf(order)}
              total={order.order_amount}
              mayAssign={(place) => may('orders.assign') && mayAssign(order, trace, place)}
              onAssign={(assign) => setOpen({ assign })}
            />
          </Panel>
          {transfers.length > 0 && (
            <Panel title={t('order.transfers')} isFlush>
              <Transfers transfers={transfers} />
            </Panel>
          )}
          <OrderRefunds order={order} />
          <OrderPayments order={order} trace={trace} />
        </Stack>
        <Aside order={order} trace={trace} />
        <ActivityBelow kind="order" id={order.partner_order_ref} events={trace.events.length} />
      </div>
      {open !== undefined && <OpenDialog open={open} typed={typed} order={order} trace={trace} onClose={close} />}
    </Page>
  );
}

/** What happened, what was asked for, and what the team wrote about it. */
function Aside({ order, trace }: { order: Order; trace: Trace }) {
  const t = useStrings();
  return (
    <Stack gap="lg" miw={0}>
      <Panel title={t('order.timeline')}>
        <OrderTimeline events={trace.events} />
      </Panel>
      <Panel title={t('order.request')}>
        <OrderFacts order={order} trace={trace} />
      </Panel>
      <NotesPanel about={{ kind: 'order', id: order.partner_order_ref }} />
    </Stack>
  );
}

function Summary({ order, hasMoved }: { order: Order; hasMoved: boolean }) {
  const t = useStrings();
  return (
    <AmountHeadline
      trace={hasMoved ? `order:${order.order_id}` : undefined}
      amount={order.order_amount}
      currency={order.currency}
      states={[
        { of: t('orders.payment'), badge: <StateBadge state={order.payment_status} /> },
        { of: t('orders.settlement'), badge: <StateBadge state={order.settlement_status} /> },
        ...(order.is_shadow ? [{ badge: <ToneBadge tone="neutral">{t('orders.shadow')}</ToneBadge> }] : []),
      ]}
    />
  );
}

type OpenDialogProps = {
  open: Open;
  /** In the search, before it was opened. */
  typed: AskedAct | undefined;
  order: Order;
  trace: Trace;
  onClose: () => void;
};

function OpenDialog({ open, typed, order, trace, onClose }: OpenDialogProps) {
  if (typeof open === 'object') return <AssignDialog order={order} place={open.assign} onClose={onClose} />;
  if (open === 'capture') return <CaptureDialog order={order} trace={trace} onClose={onClose} />;
  if (open === 'refund' || open === 'reverse') {
    return <RefundDialog act={open} order={order} trace={trace} amount={typed?.amount} onClose={onClose} />;
  }
  return <ActOnOrder act={open} order={order} reason={typed?.reason} onClose={onClose} />;
}
