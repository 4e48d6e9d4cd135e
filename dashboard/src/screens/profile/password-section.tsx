/** A new password, which ends the person's other sessions. */
import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiOf } from '../../api/client.ts';
import { sessionQuery, useSession } from '../../app/session.ts';
import { useStrings } from '../../strings/strings.tsx';
import { blame, focusFirst, isOfNoField } from '../../ui/form-problems.ts';
import { Password } from '../../ui/password.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { isPassword } from '../session/fields.ts';
import { FoldedSection } from './folded-section.tsx';
import { sessionsKey } from './sessions-section.tsx';

export function PasswordSection() {
  const t = useStrings();
  return (
    <FoldedSection id="password" act="change" title={t('profile.password.title')} text={t('profile.password.text')}>
      {(fold) => <PasswordForm onChanged={fold} />}
    </FoldedSection>
  );
}

function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const t = useStrings();
  const queries = useQueryClient();
  const { person } = useSession();
  const form = useForm({
    initialValues: { current_password: '', new_password: '' },
    validate: { new_password: (value) => (isPassword(value) ? null : t('signUp.password.wrong')) },
  });
  const change = useMutation({
    mutationFn: (body: typeof form.values) => apiOf().POST('/api/v1/profile/password', { body }),
    onSuccess: async () => {
      onChanged();
      showToast(t('profile.password.saved'));
      await Promise.all([
        queries.invalidateQueries(sessionQuery),
        queries.invalidateQueries({ queryKey: sessionsKey }),
      ]);
    },
    onError: (error) => blame(form, error),
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => change.mutate(values), focusFirst(form))}>
      <Stack gap="md" maw={420}>
        {change.isError && isOfNoField(change.error) && <ProblemNotice error={change.error} />}
        {/* Names the account for password managers. */}
        <input type="email" autoComplete="username" value={person.email} readOnly hidden />
        <Password
          label={t('profile.password.current')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          {...form.getInputProps('current_password')}
        />
        <Password
          label={t('profile.password.new')}
          {...(form.errors.new_password ? {} : { description: t('signUp.password.rule') })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="new-password"
          required
          withAsterisk={false}
          {...form.getInputProps('new_password')}
        />
        <Group>
          <Button type="submit" variant="default" loading={change.isPending}>
            {t('profile.password.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
