/** A new key pair, shown once: its secret leaves the page with this dialog. */
import { Alert, Button, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pageOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Snippet } from '../../ui/snippet.tsx';
import { companyCall, envOf, merchantCall, type NewKey } from './first-call.ts';

const refStart = 2;
const refEnd = 10;

export function ShowNewKey({ pair, onClose }: { pair: NewKey; onClose: () => void }) {
  const t = useStrings();
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      centered
      title={t('keys.new.title')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="md">
        <Alert color="yellow" variant="light" icon={<Icon name="alert-triangle" />}>
          {t('keys.new.once')}
        </Alert>
        <Value label={t('keys.clientId')} value={pair.client_id} />
        <Value label={t('keys.secret')} value={pair.client_secret} />
        <div>
          <Title order={3}>{t('keys.new.try')}</Title>
          <Text c="dimmed" mb="xs">
            {t('keys.new.tryText')}
          </Text>
          <FirstCall pair={pair} />
        </div>
        <Group justify="space-between" gap="xs">
          <Button
            variant="default"
            leftSection={<Icon name="download" size={16} />}
            onClick={() => saveFile(`sluice-${pair.mode}.env`, envOf(location.origin, pair))}
          >
            {t('keys.new.download')}
          </Button>
          <Button onClick={onClose}>{t('keys.new.done')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Value({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <Text fw={550} mb={4}>
        {label}
      </Text>
      <Snippet text={value} what={label} />
    </div>
  );
}

function FirstCall({ pair }: { pair: NewKey }) {
  const t = useStrings();
  const { holder, holderId, mode, api } = useBook();
  const [ref] = useState(() => `hello-${Math.random().toString(36).slice(refStart, refEnd)}`);
  const link = useQuery({
    queryKey: ['links', holderId, mode, 'first'],
    enabled: holder.kind === 'company',
    queryFn: () =>
      pageOf(api.GET('/api/v1/links', { params: { query: { type: 'merchant', status: 'active', limit: 1 } } })),
  });
  if (holder.kind === 'merchant')
    return <Snippet text={merchantCall(location.origin, pair)} what={t('keys.new.command')} />;
  if (link.isPending) return null;
  const command = companyCall(location.origin, pair, ref, link.data?.data[0]?.id);
  return <Snippet text={command} what={t('keys.new.command')} />;
}
