/** Asks for the address by which an account's provider is found. */
import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useStrings } from '../../strings/strings.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Entrance } from './entrance.tsx';
import { useOrganization } from './organization.ts';

export function OrganizationStep({ next, onBack }: { next: string | undefined; onBack: () => void }) {
  const t = useStrings();
  const form = useForm({ initialValues: { email: '' } });
  const begin = useOrganization(next);
  return (
    <Entrance
      title={t('signIn.organization')}
      text={t('signIn.organization.text')}
      below={
        <Anchor component="button" onClick={onBack}>
          {t('signIn.organization.back')}
        </Anchor>
      }
    >
      <form onSubmit={form.onSubmit((values) => begin.mutate(values))}>
        <Stack gap="md">
          {begin.isError && <ProblemNotice error={begin.error} />}
          <TextInput
            label={t('signIn.organization.email')}
            type="email"
            autoComplete="email"
            required
            withAsterisk={false}
            autoFocus
            {...form.getInputProps('email')}
          />
          <Button type="submit" loading={begin.isPending || begin.isSuccess} fullWidth>
            {t('signIn.organization.submit')}
          </Button>
        </Stack>
      </form>
    </Entrance>
  );
}
