/** The address of a payment page: what people do with it, before the address itself. */
import { Button, Code, CopyButton, Group, Stack } from '@mantine/core';
import { useStrings } from '../strings/strings.tsx';
import { Icon } from './icon.tsx';

export function AddressActions({ address }: { address: string }) {
  const t = useStrings();
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <CopyButton value={address} timeout={2000}>
          {({ copied, copy }) => (
            <Button
              size="xs"
              variant="default"
              onClick={copy}
              leftSection={<Icon name={copied ? 'check' : 'copy'} size={14} />}
            >
              {copied ? t('app.copied') : t('payLink.copy')}
            </Button>
          )}
        </CopyButton>
        <Button
          component="a"
          href={address}
          target="_blank"
          rel="noreferrer noopener"
          size="xs"
          variant="default"
          leftSection={<Icon name="external-link" size={14} />}
        >
          {t('payment.link.open')}
        </Button>
      </Group>
      <Code fz="xs" style={{ alignSelf: 'start', overflowWrap: 'anywhere' }}>
        {address}
      </Code>
    </Stack>
  );
}
