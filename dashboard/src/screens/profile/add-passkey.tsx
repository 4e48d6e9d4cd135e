/** Adding a passkey: its name and who it is for, then the browser makes it. */
import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { apiOf, dataOf } from '../../api/client.ts';
import type { PasskeyCreationOptions } from '../../api/types.ts';
import { sessionQuery, useSession } from '../../app/session.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { blame, focusFirst } from '../../ui/form-problems.ts';
import { showToast } from '../../ui/toast.ts';
import { isName } from '../session/fields.ts';
import { usePasskeys } from '../session/passkey.ts';
import { useDeviceWords } from './device-words.ts';
import { passkeysKey } from './passkeys-key.ts';
import { ProofFields } from './proof-fields.tsx';

export function AddPasskey({ onClose }: { onClose: () => void }) {
  const t = useStrings();
  const queries = useQueryClient();
  const { person } = useSession();
  const passkeys = usePasskeys();
  // Whoever closes the browser's dialog and tries again has proved already who they are: a code works once.
  const begun = useRef<PasskeyCreationOptions>(undefined);
  const form = useForm({
    initialValues: { name: useDeviceWords()(navigator.userAgent), password: '', code: '' },
    validate: { name: (value) => (isName(value) ? null : t('signUp.name.wrong')) },
  });
  const add = useMutation({
    mutationFn: async ({ name, ...body }: typeof form.values) => {
      begun.current ??= await dataOf(apiOf().POST('/api/v1/passkeys/options', { body }));
      const credential = await passkeys.create(begun.current);
      begun.current = undefined;
      return dataOf(apiOf().POST('/api/v1/passkeys', { body: { name, credential } }));
    },
    onSuccess: () => {
      onClose();
      showToast(t(person.fresh_codes_from === null ? 'passkeys.added' : 'passkeys.addedWaits'));
      void queries.invalidateQueries({ queryKey: passkeysKey });
      void queries.invalidateQueries(sessionQuery);
    },
    onError: (error) => blame(form, error),
  });
  return (
    <FormDialog
      title={t('passkeys.add')}
      action={t('twoStep.continue')}
      onSubmit={form.onSubmit((values) => add.mutate(values), focusFirst(form))}
      onClose={onClose}
      act={add}
    >
      <Text c="dimmed">{t('passkeys.add.text')}</Text>
      <TextInput
        label={t('passkeys.name')}
        description={t('passkeys.name.note')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="off"
        required
        withAsterisk={false}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <ProofFields form={form} />
    </FormDialog>
  );
}
