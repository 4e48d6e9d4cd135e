/**
 * The account of a courier or a customer: who is signed in, a courier's name, as the companies it works with see it, and
 * closing it.
 */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { sessionQuery } from '../../app/session.ts';
import { useStrings } from '../../strings/strings.tsx';
import { blame, focusFirst, isOfNoField } from '../../ui/form-problems.ts';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toast.ts';
import { CloseAccount } from '../leaving/close-account.tsx';
import { isName } from '../session/fields.ts';
import { OwnPerson } from './own-person.tsx';

export function AccountName() {
  const t = useStrings();
  const { holder } = useBook();
  return (
    <Page title={t('accountName.title')}>
      <OwnPerson />
      {holder.kind === 'courier' && <NameSection />}
      <CloseAccount />
    </Page>
  );
}

function NameSection() {
  const t = useStrings();
  const queries = useQueryClient();
  const { api, holder } = useBook();
  const form = useForm({
    initialValues: { name: holder.name },
    validate: { name: (value) => (isName(value) ? null : t('newAccount.name.wrong')) },
  });
  const save = useMutation({
    mutationFn: (body: typeof form.values) => dataOf(api.PUT('/api/v1/account-name', { body })),
    onSuccess: async ({ name }) => {
      form.setInitialValues({ name });
      form.setValues({ name });
      showToast(t('accountName.saved'));
      await queries.invalidateQueries(sessionQuery);
    },
    onError: (error) => blame(form, error),
  });
  const mayChange = useMay()('holders.rename');
  return (
    <Section title={t('accountName.name')} text={t('accountName.text')}>
      {mayChange ? (
        <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values), focusFirst(form))}>
          <Stack gap="md" maw={420}>
            {save.isError && isOfNoField(save.error) && <ProblemNotice error={save.error} />}
            <TextInput
              aria-label={t('accountName.name')}
              maxLength={100}
              required
              withAsterisk={false}
              {...form.getInputProps('name')}
            />
            <Group>
              <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
                {t('app.save')}
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <Text>{holder.name}</Text>
      )}
    </Section>
  );
}
