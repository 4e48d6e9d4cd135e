/** Confirms at the provider that opened the session what needs a fresh code, in a window of its own. */
import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { apiOf, dataOf } from '../../api/client.ts';
import { Problem } from '../../api/problem.ts';
import { useStrings } from '../../strings/strings.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { confirmations } from './confirmations.ts';

const windowFeatures = 'popup,width=520,height=720';

export function ProviderAgain({ onPassed }: { onPassed: () => void }) {
  const t = useStrings();
  const begin = useMutation({
    mutationFn: async () => {
      // At once: browsers block a window that is opened later.
      const opened = window.open('about:blank', '_blank', windowFeatures);
      if (opened === null) throw new Problem(400, { code: 'blocked', message: t('passAgain.provider.blocked') });
      try {
        const { address } = await dataOf(apiOf().POST('/api/v1/session/provider/fresh'));
        opened.location.replace(address);
      } catch (error) {
        opened.close();
        throw error;
      }
    },
  });
  const onConfirmed = useEffectEvent(onPassed);
  useEffect(() => {
    const channel = confirmations();
    channel.onmessage = () => onConfirmed();
    return () => channel.close();
  }, []);
  return (
    <Stack gap="md">
      {begin.isError && <ProblemNotice error={begin.error} />}
      <Button fullWidth data-autofocus loading={begin.isPending} onClick={() => begin.mutate()}>
        {t('passAgain.provider')}
      </Button>
    </Stack>
  );
}
