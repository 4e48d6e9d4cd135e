/** Removing a passkey, which ends the person's other sessions. */
import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiOf } from '../../api/client.ts';
import type { Passkey } from '../../api/types.ts';
import { sessionQuery } from '../../app/session.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { blame } from '../../ui/form-problems.ts';
import { showToast } from '../../ui/toast.ts';
import { passkeysKey } from './passkeys-key.ts';
import { ProofFields } from './proof-fields.tsx';
import { sessionsKey } from './sessions-section.tsx';

export function RemovePasskey({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useStrings();
  const queries = useQueryClient();
  const form = useForm({ initialValues: { password: '', code: '' } });
  const remove = useMutation({
    mutationFn: (body: typeof form.values) =>
      apiOf().DELETE('/api/v1/passkeys/{id}', { params: { path: { id } }, body }),
    onSuccess: () => {
      onClose();
      showToast(t('passkeys.removed'));
      void queries.invalidateQueries({ queryKey: passkeysKey });
      void queries.invalidateQueries({ queryKey: sessionsKey });
      void queries.invalidateQueries(sessionQuery);
    },
    onError: (error) => blame(form, error),
  });
  return (
    <FormDialog
      title={t('passkeys.remove.title', { name })}
      action={t('passkeys.remove.submit')}
      destroys
      onSubmit={form.onSubmit((values) => remove.mutate(values))}
      onClose={onClose}
      act={remove}
    >
      <Text c="dimmed">{t('passkeys.remove.text')}</Text>
      <ProofFields form={form} isFirst />
    </FormDialog>
  );
}
