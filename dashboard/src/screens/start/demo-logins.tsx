/** The accounts of a demo, to sign in with one click. The service names their address in the page only when it has them. */
import { Group, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useGoOn } from '../../app/go-on.ts';
import { useStrings } from '../../strings/strings.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { demoLoginsQuery, signInToDemo } from '../session/demo.ts';
import classes from './welcome.module.css';

export function DemoLogins() {
  const t = useStrings();
  const goOn = useGoOn();
  const { data: logins = [] } = useQuery(demoLoginsQuery);
  const signIn = useMutation({ mutationFn: signInToDemo, onSuccess: () => goOn() });
  if (logins.length === 0) return null;
  return (
    <Stack gap="sm" component="section" aria-labelledby="demo-accounts">
      <Group justify="space-between" align="baseline">
        <div>
          <Title order={2} size="h3" id="demo-accounts">
            {t('welcome.demo.title')}
          </Title>
          <Text c="dimmed" size="sm">
            {t('welcome.demo.text')}
          </Text>
        </div>
        <Text size="sm">
          <a href="/dev/mail">{t('welcome.demo.mailbox')}</a>
        </Text>
      </Group>
      {signIn.isError && <ProblemNotice error={signIn.error} />}
      <div className={classes.logins}>
        {logins.map((login) => (
          <UnstyledButton
            key={login.account}
            className={classes.login}
            disabled={signIn.isPending}
            onClick={() => signIn.mutate(login)}
          >
            <Text fw={600} component="span" display="block">
              {t(`welcome.demo.${login.account}`)}
            </Text>
            <Text size="xs" c="dimmed" component="span" display="block" truncate>
              {login.email}
            </Text>
          </UnstyledButton>
        ))}
      </div>
    </Stack>
  );
}
