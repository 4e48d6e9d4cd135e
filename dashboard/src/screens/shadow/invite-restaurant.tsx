/** Invites a restaurant that is owed money to join. */
import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { type MailLanguage, MailLanguageField, withLanguage } from '../../ui/mail-language.tsx';
import { showToast } from '../../ui/toast.ts';

type Values = { email: string; name: string; language: MailLanguage };
type Props = { restaurant: string; name: string; onClose: () => void };

export function InviteRestaurant({ restaurant, name, onClose }: Props) {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  const form = useForm<Values>({ initialValues: { email: '', name, language: '' } });
  const invite = useMutation({
    mutationFn: ({ language, ...body }: Values) =>
      dataOf(
        api.POST('/api/v1/shadow/{ref}/invite', {
          params: { path: { ref: restaurant } },
          body: { ...body, ...withLanguage(language) },
        }),
      ),
    onSuccess: ({ email }) => {
      showToast(t('invite.sent', { email }));
      onClose();
      return queries.invalidateQueries();
    },
    onError: (error) => {
      form.setErrors(fieldProblems(error));
    },
  });
  return (
    <FormDialog
      title={t('shadow.invite.title', { name })}
      action={t('shadow.invite.submit')}
      onSubmit={form.onSubmit((values) => invite.mutate(values))}
      onClose={onClose}
      act={invite}
    >
      <Text>{t('shadow.invite.text')}</Text>
      <TextInput
        label={t('invite.email')}
        description={t('invite.email.hint')}
        type="email"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('email')}
      />
      <TextInput label={t('invite.name')} description={t('invite.name.hint')} {...form.getInputProps('name')} />
      <MailLanguageField
        value={form.values.language}
        onChange={(language) => form.setFieldValue('language', language)}
      />
    </FormDialog>
  );
}
