/** Confirms with a passkey what needs a fresh code. */
import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { apiOf } from '../../api/client.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { usePasskeys } from './passkey.ts';

export function PasskeyAgain({ onPassed }: { onPassed: () => void }) {
  const t = useStrings();
  const passkeys = usePasskeys();
  const pass = useMutation({
    mutationFn: async () => {
      const credential = await passkeys.use();
      return apiOf().POST('/api/v1/session/passkey/fresh', { body: { credential } });
    },
    onSuccess: onPassed,
  });
  return (
    <Stack gap="md">
      {pass.isError && <ProblemNotice error={pass.error} />}
      <Button
        variant="default"
        fullWidth
        leftSection={<Icon name="key" />}
        loading={pass.isPending}
        onClick={() => pass.mutate()}
      >
        {t('passAgain.passkey')}
      </Button>
    </Stack>
  );
}
