/** The address of an open payment, to send to a customer. */
import { Text } from '@mantine/core';
import { useStrings } from '../../strings/strings.tsx';
import { AddressActions } from '../../ui/address-actions.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Panel } from '../../ui/panel.tsx';

export function PaymentLink({ address, until }: { address: string; until: string }) {
  const t = useStrings();
  return (
    <Panel title={t('payment.link')}>
      <AddressActions address={address} />
      <Text size="sm" c="dimmed" component="div" mt="sm">
        {t('payment.expires')} <Instant at={until} />
      </Text>
    </Panel>
  );
}
