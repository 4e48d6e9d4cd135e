/**
 * Where an account's people start, as from their provider's list of applications. It takes a press: no other site can sign a
 * browser in as someone.
 */
import { Button, Stack } from '@mantine/core';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useStrings } from '../../strings/strings.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Entrance } from './entrance.tsx';
import { useOrganization } from './organization.ts';

export function SignInWith() {
  const t = useStrings();
  const { provider } = useParams({ from: '/sign-in/with/$provider' });
  const { next } = useSearch({ from: '/sign-in/with/$provider' });
  const begin = useOrganization(next);
  return (
    <Entrance
      title={t('signIn.organization')}
      text={t('signIn.with.text')}
      below={
        <Link to="/sign-in" search={{ next }}>
          {t('signIn.organization.back')}
        </Link>
      }
    >
      <Stack gap="md">
        {begin.isError && <ProblemNotice error={begin.error} />}
        <Button
          autoFocus
          fullWidth
          loading={begin.isPending || begin.isSuccess}
          onClick={() => begin.mutate({ provider })}
        >
          {t('signIn.organization.submit')}
        </Button>
      </Stack>
    </Entrance>
  );
}
