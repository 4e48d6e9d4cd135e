/** Inviting a member by mail. */
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useStrings } from '../../strings/strings.tsx';
import { fieldProblem, fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { MailLanguageField } from '../../ui/mail-language.tsx';
import { showToast } from '../../ui/toast.ts';
import { isEmail } from '../session/fields.ts';
import { RoleField } from './role-field.tsx';
import type { Invitation, Team } from './team.ts';

const made = 201;
const emailMax = 254;

export function InviteMember({ team, onClose }: { team: Team; onClose: () => void }) {
  const t = useStrings();
  const form = useForm<Invitation>({
    initialValues: { email: '', role: 'viewer', language: '' },
    validate: { email: (value) => (isEmail(value) ? null : t('signUp.email.wrong')) },
  });
  const invite = useMutation({
    mutationFn: team.invite,
    onSuccess: ({ response }, { email }) => {
      showToast(t(response.status === made ? 'inviteMember.sent' : 'inviteMember.open', { email: email.trim() }));
      onClose();
      return team.refresh();
    },
    onError: (error) => form.setErrors(fieldProblems(error)),
  });
  return (
    <FormDialog
      title={t('inviteMember.title')}
      action={t('inviteMember.submit')}
      onSubmit={form.onSubmit((values) => invite.mutate(values))}
      onClose={onClose}
      act={invite}
    >
      <TextInput
        label={t('inviteMember.email')}
        description={t('inviteMember.email.hint')}
        type="email"
        autoComplete="off"
        maxLength={emailMax}
        required
        withAsterisk={false}
        data-autofocus
        {...form.getInputProps('email')}
      />
      <RoleField
        team={team}
        value={form.values.role}
        onChange={(role) => form.setFieldValue('role', role)}
        error={fieldProblem(invite.error, 'role')}
      />
      <MailLanguageField
        value={form.values.language}
        onChange={(language) => form.setFieldValue('language', language)}
      />
    </FormDialog>
  );
}
