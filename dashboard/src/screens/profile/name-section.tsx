/** The person's name, and the address they sign in with. */
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiOf } from '../../api/client.ts';
import { sessionQuery, useSession } from '../../app/session.ts';
import { useStrings } from '../../strings/strings.tsx';
import { blame, focusFirst, isOfNoField } from '../../ui/form-problems.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toast.ts';
import { isName } from '../session/fields.ts';

export function NameSection() {
  const t = useStrings();
  const queries = useQueryClient();
  const { person } = useSession();
  const form = useForm({
    initialValues: { name: person.name },
    validate: { name: (value) => (isName(value) ? null : t('signUp.name.wrong')) },
  });
  const save = useMutation({
    mutationFn: (body: typeof form.values) => apiOf().PATCH('/api/v1/profile', { body }),
    onSuccess: async (_, { name }) => {
      form.setInitialValues({ name: name.trim() });
      form.setValues({ name: name.trim() });
      showToast(t('profile.name.saved'));
      await queries.invalidateQueries(sessionQuery);
    },
    onError: (error) => blame(form, error),
  });
  return (
    <Section id="name" title={t('profile.name.title')}>
      <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values), focusFirst(form))}>
        <Stack gap="md" maw={420}>
          {save.isError && isOfNoField(save.error) && <ProblemNotice error={save.error} />}
          <TextInput
            label={t('profile.name')}
            autoComplete="name"
            required
            withAsterisk={false}
            {...form.getInputProps('name')}
          />
          <TextInput
            label={t('profile.email')}
            description={t('profile.email.note')}
            inputWrapperOrder={['label', 'input', 'description']}
            value={person.email}
            readOnly
            variant="filled"
          />
          <Group>
            <Button type="submit" variant="default" loading={save.isPending} disabled={!form.isDirty()}>
              {t('profile.name.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
