/** Deleting one's own account: what goes, what stays and why, and the password once more. */
import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiOf, dataOf } from '../../api/client.ts';
import type { Erasure } from '../../api/types.ts';
import { useSession } from '../../app/session.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { blame } from '../../ui/form-problems.ts';
import { Password } from '../../ui/password.tsx';
import { Section } from '../../ui/section.tsx';
import { ObstaclesDialog } from './obstacles-dialog.tsx';

export function ErasureSection() {
  const t = useStrings();
  const [isAsking, setAsking] = useState(false);
  return (
    <Section id="delete" title={t('erasure.title')} text={t('erasure.text')}>
      <Group>
        <Button variant="default" c="var(--tone-failed)" onClick={() => setAsking(true)}>
          {t('erasure.act')}
        </Button>
      </Group>
      {isAsking && <ErasureDialog onClose={() => setAsking(false)} />}
    </Section>
  );
}

function ErasureDialog({ onClose }: { onClose: () => void }) {
  const t = useStrings();
  const query = useQuery({
    queryKey: ['profile', 'erasure'],
    queryFn: () => dataOf(apiOf().GET('/api/v1/profile/erasure')),
    staleTime: 0,
  });
  if (query.data?.obstacles.length === 0) return <AskToErase plan={query.data} onClose={onClose} />;
  return (
    <ObstaclesDialog title={t('erasure.ask.title')} notice={t('obstacles.erasure')} query={query} onClose={onClose} />
  );
}

function AskToErase({ plan, onClose }: { plan: Erasure; onClose: () => void }) {
  const t = useStrings();
  const { person } = useSession();
  const also = useConsequences(plan);
  const form = useForm({ initialValues: { password: '' } });
  const erase = useMutation({
    mutationFn: (body: typeof form.values) => apiOf().POST('/api/v1/profile/erasure', { body }),
    // Nobody is signed in any more: everything that the page knows goes with it.
    onSuccess: () => window.location.replace('/sign-in'),
    onError: (error) => blame(form, error),
  });
  return (
    <FormDialog
      title={t('erasure.ask.title')}
      action={t('erasure.submit')}
      destroys
      onSubmit={form.onSubmit((values) => erase.mutate(values))}
      onClose={onClose}
      act={erase}
    >
      <Facts
        title={t('erasure.goes')}
        items={[t('erasure.goes.who'), t('erasure.goes.factor'), t('erasure.goes.traces')]}
      />
      {also.length > 0 && <Facts title={t('erasure.also')} items={also} />}
      <Facts
        title={t('erasure.stays')}
        items={[t('erasure.stays.books'), t('erasure.stays.bank'), t('erasure.stays.others')]}
      />
      <Text size="sm">{t('erasure.mail', { email: person.email })}</Text>
      {/* Names the account for password managers. */}
      <input type="email" autoComplete="username" value={person.email} readOnly hidden />
      <Password
        label={t('twoStep.password')}
        autoComplete="current-password"
        required
        withAsterisk={false}
        data-autofocus
        {...form.getInputProps('password')}
      />
    </FormDialog>
  );
}

/** What becomes of the accounts that the person belongs to, in words. */
export function useConsequences({ closes, leaves }: Pick<Erasure, 'closes' | 'leaves'>): string[] {
  const t = useStrings();
  return [
    ...closes.map(({ name }) => t('erasure.closes', { name })),
    ...leaves.map(({ name }) => t('erasure.leaves', { name })),
  ];
}

const Facts = ({ title, items }: { title: string; items: readonly string[] }) => (
  <Stack gap={4}>
    <Text fw={600}>{title}</Text>
    <List size="sm">
      {items.map((item) => (
        <List.Item key={item}>{item}</List.Item>
      ))}
    </List>
  </Stack>
);
