/** The address of a payment page: what people do with it, and the address itself on one line. */
import { Button, Code, CopyButton, Group, Stack } from '@mantine/core';
import { useStrings } from '../strings/strings.tsx';
import classes from './address-actions.module.css';
import { Icon } from './icon.tsx';

export function AddressActions({ address }: { address: string }) {
  const t = useStrings();
  return (
    <Stack gap={6} miw={0}>
      <Group gap="xs">
        <Button
          component="a"
          href={address}
          target="_blank"
          rel="noreferrer noopener"
          size="xs"
          variant="default"
          aria-label={t('payment.link.open')}
          leftSection={<Icon name="external-link" size={14} />}
        >
          {t('payLink.openShort')}
        </Button>
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
      </Group>
      <Code fz="xs" className={classes.address ?? ''} title={address}>
        {address}
      </Code>
    </Stack>
  );
}
