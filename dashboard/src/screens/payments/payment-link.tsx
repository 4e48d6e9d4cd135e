/** The address of an open payment, to send to a customer. */
import { Anchor, Group, Text } from '@mantine/core';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Panel } from '../../ui/panel.tsx';

export function PaymentLink({ address, until }: { address: string; until: string }) {
  const t = useStrings();
  return (
    <Panel title={t('payment.link')}>
      <Copyable value={address} what={t('payment.link')} />
      <Group justify="space-between" gap="xs" mt="sm">
        <Text size="sm" c="dimmed" component="div">
          {t('payment.expires')} <Instant at={until} />
        </Text>
        <Anchor href={address} target="_blank" rel="noreferrer noopener" size="sm">
          {t('payment.link.open')} <Icon name="external-link" size={14} />
        </Anchor>
      </Group>
    </Panel>
  );
}
