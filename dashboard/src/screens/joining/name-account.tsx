/** The name of a new account; with it, the account is opened. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { apiOf, dataOf } from '../../api/client.ts';
import { readSession, sessionQuery, useSession } from '../../app/session.ts';
import { defaultMode } from '../../app/start.ts';
import { useStrings } from '../../strings/strings.tsx';
import { blame, focusFirst, isOfNoField } from '../../ui/form-problems.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { isName } from '../session/fields.ts';

type Props = { kind: 'merchant' | 'company' | 'customer'; onBack: () => void };

export function NameAccount({ kind, onBack }: Props) {
  const t = useStrings();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { person } = useSession();
  const form = useForm({
    initialValues: { name: kind === 'customer' ? person.name : '' },
    validate: { name: (value) => (isName(value) ? null : t('newAccount.name.wrong')) },
  });
  const open = useMutation({
    mutationFn: ({ name }: typeof form.values) => dataOf(apiOf().POST('/api/v1/holders', { body: { kind, name } })),
    onSuccess: async ({ holder_id: holderId, status }) => {
      queries.setQueryData(sessionQuery.queryKey, await readSession());
      await navigate({ to: '/h/$holderId/$mode', params: { holderId, mode: defaultMode(status) }, replace: true });
    },
    onError: (error) => {
      blame(form, error);
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => open.mutate(values), focusFirst(form))}>
      <Stack gap="md">
        {open.isError && isOfNoField(open.error) && <ProblemNotice error={open.error} />}
        <TextInput
          label={t(`newAccount.name.${kind}`)}
          {...(kind === 'customer' ? {} : { description: t('newAccount.name.hint') })}
          autoComplete={kind === 'customer' ? 'name' : 'organization'}
          required
          withAsterisk={false}
          autoFocus
          {...form.getInputProps('name')}
        />
        {kind !== 'customer' && (
          <Text size="sm" c="dimmed">
            {t('newAccount.testMode')}
          </Text>
        )}
        <Group gap="xs">
          <Button type="submit" loading={open.isPending}>
            {t(`newAccount.submit.${kind}`)}
          </Button>
          <Button variant="default" onClick={onBack} disabled={open.isPending}>
            {t('newAccount.back')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
