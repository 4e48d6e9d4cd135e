/** Closing the account that is open: what stands in the way, or what ends, and its name typed to confirm it. */
import { Button, Group, List, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useSession } from '../../app/session.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { blame } from '../../ui/form-problems.ts';
import { Password } from '../../ui/password.tsx';
import { Section } from '../../ui/section.tsx';
import { ObstaclesDialog } from './obstacles-dialog.tsx';

/** For owners of an account that is open. */
export function CloseAccount() {
  const t = useStrings();
  const may = useMay();
  const { holder } = useBook();
  const [isAsking, setAsking] = useState(false);
  if (!may('holders.close')) return null;
  const isPaid = holder.kind === 'customer' || holder.kind === 'courier';
  return (
    <Section
      title={t('closing.title')}
      text={isPaid ? `${t('closing.text')} ${t('closing.balance')}` : t('closing.text')}
    >
      <Group>
        <Button variant="default" c="var(--tone-failed)" onClick={() => setAsking(true)}>
          {t('closing.act')}
        </Button>
      </Group>
      {isAsking && <CloseDialog onClose={() => setAsking(false)} />}
    </Section>
  );
}

function CloseDialog({ onClose }: { onClose: () => void }) {
  const t = useStrings();
  const { holderId, holder, mode, api } = useBook();
  const query = useQuery({
    queryKey: ['closing', holderId, mode],
    queryFn: () => dataOf(api.GET('/api/v1/account-closing')),
    staleTime: 0,
  });
  const title = t('closing.ask.title', { name: holder.name });
  if (query.data?.obstacles.length === 0) return <AskToClose title={title} onClose={onClose} />;
  return <ObstaclesDialog title={title} notice={t('obstacles.closing')} query={query} onClose={onClose} />;
}

const ends = {
  company: ['keys', 'links', 'bank'],
  merchant: ['keys', 'payments', 'links', 'bank'],
  courier: ['links', 'bank'],
  customer: ['bank'],
  service: [],
} as const;

function AskToClose({ title, onClose }: { title: string; onClose: () => void }) {
  const t = useStrings();
  const { holderId, holder, mode, api } = useBook();
  const { person } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({ initialValues: { name: '', password: '' } });
  const close = useMutation({
    mutationFn: ({ name, password }: typeof form.values) =>
      api.POST('/api/v1/account-closing', { body: { name, ...(person.second_factor ? {} : { password }) } }),
    onSuccess: async () => {
      onClose();
      await queries.invalidateQueries();
      await navigate({ to: '/h/$holderId/$mode', params: { holderId, mode } });
    },
    onError: (error) => blame(form, error),
  });
  return (
    <FormDialog
      title={title}
      action={t('closing.submit')}
      destroys
      canSubmit={form.values.name.trim() === holder.name}
      onSubmit={form.onSubmit((values) => close.mutate(values))}
      onClose={onClose}
      act={close}
    >
      <Text>{t('closing.ends')}</Text>
      <List size="sm">
        {ends[holder.kind].map((what) => (
          <List.Item key={what}>{t(`closing.ends.${what}`)}</List.Item>
        ))}
      </List>
      <Text size="sm">{t('closing.stays')}</Text>
      <TextInput
        label={t('closing.name', { name: holder.name })}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('name')}
      />
      {!person.second_factor && (
        <Password label={t('twoStep.password')} autoComplete="current-password" {...form.getInputProps('password')} />
      )}
    </FormDialog>
  );
}
