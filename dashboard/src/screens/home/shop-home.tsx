/** The home of a shop: today in figures, what can be paid out, what needs attention, and its last days. */
import { Button, Stack } from '@mantine/core';
import { linkOptions } from '@tanstack/react-router';
import { lazy, useState } from 'react';
import type { ShopHome as ShopFacts } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Due } from '../../ui/due.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useIsPhone } from '../../ui/is-phone.ts';
import { lazyOnInput } from '../../ui/lazy.tsx';
import { useMoney } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { WhenVisible } from '../../ui/when-visible.tsx';
import { OwnDebts } from '../debts/own-debts.tsx';
import { FirstSteps } from '../payments/first-steps.tsx';
import { WaitingTransfers } from '../top-ups/waiting.tsx';
import { useFailingEndpoints } from '../webhooks/use-failing-endpoints.ts';
import { Newcomer } from './newcomer.tsx';
import { PendingItems } from './pending-items.tsx';
import { ShopCards } from './shop-cards.tsx';
import { VolumeAhead } from './volume/volume-ahead.tsx';

/** The charts are a file of their own: no other screen loads them. */
const ShopVolume = lazy(async () => ({ default: (await import('./shop-volume.tsx')).ShopVolume }));

const LinkDialog = lazyOnInput(async () => (await import('../payments/link-dialog.tsx')).LinkDialog);

const to = '/h/$holderId/$mode/payments';

export function ShopHome({ facts }: { facts: ShopFacts }) {
  const t = useStrings();
  const { holder, mode } = useBook();
  const may = useMay();
  const [isLinking, setLinking] = useState(false);
  const { has_payments: hasPayments } = facts;
  const link = () => setLinking(true);
  const isPhone = useIsPhone();
  // Below the cards a phone would not show it.
  const isFirst = isPhone && facts.pending.disputes_to_answer + facts.pending.refunds_failed > 0;
  return (
    <Page
      title={t('home.title')}
      actions={
        may('payments.create') &&
        hasPayments && (
          <Button leftSection={<Icon name="link" size={16} />} onClick={link}>
            {t('payLink.create')}
          </Button>
        )
      }
    >
      <Newcomer />
      <WaitingTransfers />
      <OwnDebts />
      {hasPayments ? (
        <Stack gap="lg">
          {isFirst && <Pending facts={facts} />}
          <ShopCards facts={facts} />
          {!isFirst && <Pending facts={facts} />}
          <WhenVisible until={<VolumeAhead title={t('payments.title')} figures={6} hasNote />}>
            <ShopVolume />
          </WhenVisible>
        </Stack>
      ) : (
        // Newcomers have their first steps above instead.
        holder.status !== 'pending' && (
          <Panel title={t('payments.title')}>
            <EmptyState
              icon="credit-card"
              title={t('shop.empty.title')}
              text={t(`payments.empty.${mode}`)}
              action={<FirstSteps onLink={may('payments.create') ? link : undefined} />}
            />
          </Panel>
        )
      )}
      {isLinking && (
        <LinkDialog
          currency={facts.today.currencies[0]?.currency ?? facts.balances[0]?.currency}
          onClose={() => setLinking(false)}
        />
      )}
    </Page>
  );
}

function Pending({ facts }: { facts: ShopFacts }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const { pending } = facts;
  const { dispute_id: id } = pending.to_answer;
  const failing = useFailingEndpoints();
  return (
    <PendingItems
      title={t('shop.pending')}
      none={t('shop.pending.none')}
      items={[
        {
          count: pending.disputes_to_answer,
          words: 'home.pending.disputes',
          exception: 'dispute',
          icon: 'alert-triangle',
          list: { to: '/h/$holderId/$mode/disputes', search: {} },
          one:
            id === null
              ? undefined
              : linkOptions({ to: '/h/$holderId/$mode/disputes/$id', params: { holderId, mode, id } }),
          note: <Disputed facts={facts} />,
        },
        {
          count: pending.refunds_failed,
          words: 'shop.pending.refundsFailed',
          exception: 'refund_failed',
          icon: 'receipt-refund',
          list: { to, search: { attention: 'refund_failed' } },
        },
        {
          count: pending.refunds_pending,
          words: 'shop.pending.refundsPending',
          icon: 'clock',
          list: { to, search: { attention: 'refund_pending' } },
        },
        {
          count: failing,
          words: 'webhooks.pendingItem',
          exception: 'webhook',
          icon: 'webhook',
          list: { to: '/h/$holderId/$mode/webhooks', search: {} },
        },
      ]}
    />
  );
}

/** What is disputed, and until when to respond to the first. */
function Disputed({ facts: { pending } }: { facts: ShopFacts }) {
  const t = useStrings();
  const money = useMoney();
  const { amounts, respond_by: due } = pending.to_answer;
  const amount = amounts.map((one) => money(one.amount, one.currency)).join(', ');
  return (
    <>
      {t('dispute.own.heading', { amount })}
      {due !== null && (
        <>
          {' · '}
          {t('dispute.due')} <Due at={due} day />
        </>
      )}
    </>
  );
}
