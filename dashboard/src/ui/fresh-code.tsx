/** Asks for a code of the authenticator when an act needs a second factor that was passed lately, then does the act. */
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { apiOf } from '../api/client.ts';
import { problemOf } from '../api/problem.ts';
import { sessionQuery, useSession } from '../app/session.ts';
import { useStrings } from '../strings/strings.tsx';
import { Dialog } from './dialog.tsx';
import { ProblemNotice } from './problem-notice.tsx';

/** @returns `demand`: for a mutation's `onError`; true when a code is asked for, after which `again` is called. */
export function useFreshCode(again: () => void): { demand: (error: unknown) => boolean; modal: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const { person } = useSession();
  const demand = (error: unknown): boolean => {
    if (problemOf(error).code !== 'second_factor_required' || !person.second_factor) return false;
    setOpen(true);
    return true;
  };
  const close = () => setOpen(false);
  const modal = isOpen && (
    <CodeModal
      onClose={close}
      onPassed={() => {
        close();
        again();
      }}
    />
  );
  return { demand, modal };
}

function CodeModal({ onClose, onPassed }: { onClose: () => void; onPassed: () => void }) {
  const t = useStrings();
  const queries = useQueryClient();
  const form = useForm({ initialValues: { code: '' } });
  const pass = useMutation({
    mutationFn: (body: typeof form.values) => apiOf().POST('/api/v1/session/fresh', { body }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      onPassed();
    },
  });
  return (
    <Dialog title={t('fresh.title')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.stopPropagation();
          form.onSubmit((values) => pass.mutate(values))(event);
        }}
      >
        <Stack>
          <Text>{t('fresh.text')}</Text>
          {pass.isError && <ProblemNotice error={pass.error} />}
          <TextInput
            label={t('fresh.code')}
            autoComplete="one-time-code"
            required
            withAsterisk={false}
            data-autofocus
            {...form.getInputProps('code')}
          />
          <Button type="submit" loading={pass.isPending}>
            {t('fresh.submit')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
