/** Where the mails of a demo are read, because none is sent. Nothing elsewhere. */
import { Anchor, Text } from '@mantine/core';
import { useStrings } from '../strings/strings.tsx';
import { demoMailboxAddress, isDemo } from './demo.ts';

export function DemoMailbox() {
  const t = useStrings();
  if (!isDemo()) return null;
  return (
    <Text size="sm">
      {t('mail.demo')}{' '}
      <Anchor href={demoMailboxAddress} target="_blank" inherit underline="always">
        {t('mail.mailbox')}
      </Anchor>
    </Text>
  );
}
