/** A mail is on its way: where to look, and a way to have it sent again. */
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isDemo } from '../../app/demo.ts';
import { DemoMailbox } from '../../app/demo-mailbox.tsx';
import { useStrings } from '../../strings/strings.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Entrance } from './entrance.tsx';

type Props = { text: string; resend: () => Promise<unknown>; onOther: () => void };

export function CheckMail({ text, resend, onOther }: Props) {
  const t = useStrings();
  const again = useMutation({ mutationFn: resend });
  return (
    <Entrance title={t('mail.title')} text={text} announced below={<Link to="/sign-in">{t('mail.backToSignIn')}</Link>}>
      <Stack gap="md">
        {again.isSuccess && (
          <Alert role="status" variant="light">
            {t('mail.sentAgain')}
          </Alert>
        )}
        {again.isError && <ProblemNotice error={again.error} />}
        {isDemo() ? <DemoMailbox /> : <Text size="sm">{t('mail.nothing')}</Text>}
        <Group justify="space-between">
          <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
            {t('mail.again')}
          </Button>
          <Anchor component="button" size="sm" onClick={onOther}>
            {t('mail.other')}
          </Anchor>
        </Group>
      </Stack>
    </Entrance>
  );
}
