/** Invites a merchant or courier by mail, and leads to the invitations, where it waits. */
import { Input, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { type MailLanguage, MailLanguageField, withLanguage } from '../../ui/mail-language.tsx';
import { showToast } from '../../ui/toast.ts';

type Values = { email: string; name: string; type: 'merchant' | 'courier'; language: MailLanguage };

const nameMax = 100;
const emailMax = 254;
const made = 201;

type Props = {
  /** Someone who was linked before. */
  again?: Pick<Values, 'name' | 'type'>;
  onClose: () => void;
};

export function Invite({ again = { name: '', type: 'merchant' }, onClose }: Props) {
  const t = useStrings();
  const { api, holderId, mode } = useBook();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<Values>({
    initialValues: { email: '', ...again, language: '' },
  });
  const invite = useMutation({
    mutationFn: ({ language, ...body }: Values) =>
      api.POST('/api/v1/invitations', { body: { ...body, ...withLanguage(language) } }),
    onSuccess: async ({ response }, { email }) => {
      showToast(t(response.status === made ? 'invite.sent' : 'invite.open', { email: email.trim() }));
      onClose();
      await queries.invalidateQueries({ queryKey: ['invitations', holderId, mode] });
      await navigate({ to: '/h/$holderId/$mode/links/invitations', params: { holderId, mode } });
    },
    onError: (error) => {
      form.setErrors(fieldProblems(error));
    },
  });
  return (
    <FormDialog
      title={t('invite.title')}
      action={t('invite.submit')}
      onSubmit={form.onSubmit((values) => invite.mutate(values))}
      onClose={onClose}
      act={invite}
    >
      <Input.Wrapper label={t('invite.type')} labelElement="div">
        <SegmentedControl
          fullWidth
          mt={4}
          aria-label={t('invite.type')}
          data={(['merchant', 'courier'] as const).map((value) => ({ value, label: t(`party.${value}`) }))}
          {...form.getInputProps('type')}
        />
      </Input.Wrapper>
      <TextInput
        label={t('invite.email')}
        description={t('invite.email.hint')}
        type="email"
        autoComplete="off"
        maxLength={emailMax}
        required
        withAsterisk={false}
        data-autofocus
        {...form.getInputProps('email')}
      />
      <TextInput
        label={t('invite.name')}
        description={t('invite.name.hint')}
        maxLength={nameMax}
        required
        withAsterisk={false}
        {...form.getInputProps('name')}
      />
      <MailLanguageField
        value={form.values.language}
        onChange={(language) => form.setFieldValue('language', language)}
      />
      {mode === 'test' && (
        <Text size="sm" c="dimmed">
          {t('invite.testOnly')}
        </Text>
      )}
    </FormDialog>
  );
}
