/** Signing in with a passkey: by a button, or from the list that the browser offers in the field of the address. */
import { Button, Divider, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { apiOf, dataOf } from '../../api/client.ts';
import type { UsedPasskeyCredential } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { takeFromField, usePasskeys } from './passkey.ts';

export function PasskeySignIn({ onSignedIn }: { onSignedIn: () => unknown }) {
  const t = useStrings();
  const passkeys = usePasskeys();
  const signIn = useMutation({
    mutationFn: async (chosen: UsedPasskeyCredential | undefined) => {
      const credential = chosen ?? (await passkeys.use());
      return dataOf(apiOf().POST('/api/v1/session/passkey', { body: { credential } }));
    },
    onSuccess: onSignedIn,
  });
  const onChosen = useEffectEvent((credential: UsedPasskeyCredential) => signIn.mutate(credential));
  useEffect(() => {
    const left = new AbortController();
    // It is offered, not asked for: what fails here is said when the button is pressed.
    takeFromField(left.signal).then(
      (credential) => credential !== undefined && !left.signal.aborted && onChosen(credential),
      () => {},
    );
    return () => left.abort();
  }, []);
  return (
    <Stack gap="md">
      <Divider label={t('signIn.or')} labelPosition="center" />
      {signIn.isError && <ProblemNotice error={signIn.error} />}
      <Button
        variant="default"
        fullWidth
        leftSection={<Icon name="key" />}
        loading={signIn.isPending}
        onClick={() => signIn.mutate(undefined)}
      >
        {t('signIn.passkey')}
      </Button>
    </Stack>
  );
}
