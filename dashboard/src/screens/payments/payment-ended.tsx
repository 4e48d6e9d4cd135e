/** That a payment ended unpaid, and the way to be paid after all: a payment link for the same. */
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { PaymentInFull } from '../../api/types.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyOnInput } from '../../ui/lazy.tsx';
import { Panel } from '../../ui/panel.tsx';

const LinkDialog = lazyOnInput(async () => (await import('./link-dialog.tsx')).LinkDialog);

export const hasEndedUnpaid = (status: PaymentInFull['status']): boolean =>
  status === 'cancelled' || status === 'expired';

export function EndedUnpaid({ payment }: { payment: PaymentInFull }) {
  const t = useStrings();
  const may = useMay();
  const [isLinking, setLinking] = useState(false);
  const { amount, currency, description, attempts } = payment;
  const mayAsk = may('payments.create');
  return (
    <Panel title={t(mayAsk ? 'payment.ended.ask' : 'payment.ended.unpaid')}>
      <Text c="dimmed">
        {t('payment.ended.text')} {attempts.length === 0 && t('payment.attempts.none')}
      </Text>
      {mayAsk && (
        <Button mt="md" leftSection={<Icon name="link" size={16} />} onClick={() => setLinking(true)}>
          {t('payLink.create')}
        </Button>
      )}
      {isLinking && <LinkDialog currency={currency} like={{ amount, description }} onClose={() => setLinking(false)} />}
    </Panel>
  );
}
