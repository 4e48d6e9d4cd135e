/** The payment as it was requested, and who paid it how; when is in its timeline. */
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PaymentInFull } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { type StringId, useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Money } from '../../ui/money.tsx';
import { payerLines } from '../../ui/payer-lines.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import { TracedMoney } from '../../ui/traced-money.tsx';
import classes from './payment.module.css';
import { useMethodWords } from './payment-words.ts';

export function PaymentFacts({ payment }: { payment: PaymentInFull }) {
  const t = useStrings();
  const methodWords = useMethodWords();
  const { payer, payout, trx_id: trx, bank_transfer: transfer } = payment;
  const { requested_amount: asked = null, captured_amount: captured = null } = payment.capture ?? {};
  const isHeld = payment.status === 'authorized';
  const facts: [StringId, ReactNode][] = [
    ['payment.id', <Copyable key="id" value={payment.payment_id} what={t('payment.id')} />],
    ['payment.trx', trx && <Copyable value={trx} what={t('payment.trx')} />],
    ['payment.for', payment.description],
    ['payment.custom', payment.custom],
    ['payment.customer', <Customer key="payer" payment={payment} />],
    ['payment.method', methodWords(payment)],
    ['payment.capturableUntil', isHeld && <Instant at={payment.capture?.capturable_until ?? ''} />],
    ['payment.captureAsked', isHeld && asked !== null && <Money amount={asked} currency={payment.currency} />],
    ['payment.captured', captured !== null && <Money amount={captured} currency={payment.currency} />],
    ['payment.expired', payment.status === 'expired' && <Instant at={payment.expires_at} />],
    ['payment.transfer', transfer && <Awaited key="transfer" payment={payment} />],
    ['payment.payout', payout && <PayoutAfter payout={payout} />],
    ['payment.returnUrl', payment.return_url && <Address of={payment.return_url} />],
    ['payment.cancelUrl', payment.cancel_url && <Address of={payment.cancel_url} />],
    ['payment.webhookUrl', payment.webhook_url],
  ];
  const isUnpaid = payer === null && payment.paid_at === null;
  return (
    <Stack component="dl" gap="sm" m={0}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '')
        .filter(([label]) => label !== 'payment.customer' || !isUnpaid)
        .map(([label, value]) => (
          <div key={label}>
            <Text component="dt" size="sm" c="dimmed">
              {t(label)}
            </Text>
            <Text component="dd" m={0} className={classes.value}>
              {value}
            </Text>
          </div>
        ))}
    </Stack>
  );
}

function Customer({ payment: { payer, paid_at, customer_id } }: { payment: PaymentInFull }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  if (payer === null) return paid_at === null ? null : t('payment.customer.hidden');
  const [first = t('app.none'), second] = payerLines(payer);
  return (
    <>
      {customer_id === null ? (
        first
      ) : (
        <Link to="/h/$holderId/$mode/customers/$id" params={{ holderId, mode, id: String(customer_id) }}>
          {first}
        </Link>
      )}
      {second !== undefined && (
        <Text component="span" display="block">
          {second}
        </Text>
      )}
    </>
  );
}

/** What has arrived of a bank transfer, and what has not. */
function Awaited({ payment: { bank_transfer: transfer, currency, expires_at: until } }: { payment: PaymentInFull }) {
  const t = useStrings();
  if (transfer === null) return null;
  return (
    <Stack gap={2}>
      <Copyable value={transfer.reference} what={t('payment.transfer.reference')} />
      <Text span>
        {t('payment.transfer.arrived')}: <Money amount={transfer.arrived} currency={currency} />
      </Text>
      <Text span>
        {t('payment.transfer.missing')}: <Money amount={transfer.missing} currency={currency} />
      </Text>
      <Text span>
        {t('payment.transfer.until')} <Instant at={until} />
      </Text>
    </Stack>
  );
}

function PayoutAfter({ payout }: { payout: NonNullable<PaymentInFull['payout']> }) {
  return (
    <Group gap="xs">
      <TracedMoney trace={`payout:${payout.payout_id}`} amount={payout.amount} currency={payout.currency} />
      <StateBadge state={payout.status} />
    </Group>
  );
}

const Address = ({ of }: { of: string }) =>
  /^https?:/.test(of) ? (
    <Anchor href={of} rel="noreferrer noopener" target="_blank">
      {of}
    </Anchor>
  ) : (
    of
  );
