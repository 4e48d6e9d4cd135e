/** Deletes the account of a person who asked the operator for it: first what it would do, then with a reason. */
import { List, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { Obstacle } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { oneLine } from '../../ui/one-line.ts';
import { ReasonField } from '../../ui/reason-field.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { showToast } from '../../ui/toast.ts';
import { useConsequences } from '../leaving/erasure-section.tsx';
import { Obstacles } from '../leaving/obstacles.tsx';

export function ErasePerson() {
  const t = useStrings();
  const may = useMay();
  const [isAsking, setAsking] = useState(false);
  if (!may('people.erase')) return null;
  return (
    <>
      <RowMenu
        label={t('op.more')}
        actions={[{ label: t('op.erasure.act'), icon: 'trash', onClick: () => setAsking(true), destroys: true }]}
      />
      {isAsking && <EraseDialog onClose={() => setAsking(false)} />}
    </>
  );
}

function EraseDialog({ onClose }: { onClose: () => void }) {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  const form = useForm({ initialValues: { email: '', reason: '' } });
  const look = useMutation({
    mutationFn: (email: string) => dataOf(api.POST('/api/v1/operator/erasures/plans', { body: { email } })),
    onError: (error) => form.setErrors(fieldProblems(error)),
  });
  const erase = useMutation({
    mutationFn: ({ email, reason }: typeof form.values) =>
      api.POST('/api/v1/operator/erasures', { body: { email: email.trim(), reason: oneLine(reason) } }),
    onSuccess: () => {
      showToast(t('op.erasure.done'));
      onClose();
    },
    onError: (error) => form.setErrors(fieldProblems(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  const plan = look.data;
  const isOpen = plan !== undefined && plan.obstacles.length === 0;
  return (
    <FormDialog
      title={t('op.erasure.title')}
      action={t(plan === undefined ? 'op.erasure.look' : 'op.erasure.submit')}
      destroys={plan !== undefined}
      canSubmit={plan === undefined || isOpen}
      onSubmit={form.onSubmit((values) =>
        plan === undefined ? look.mutate(values.email.trim()) : erase.mutate(values),
      )}
      onClose={onClose}
      act={plan === undefined ? look : erase}
    >
      <Text>{t('op.erasure.text')}</Text>
      <TextInput
        label={t('op.factors.email')}
        type="email"
        autoComplete="off"
        maxLength={254}
        readOnly={plan !== undefined}
        data-autofocus
        {...form.getInputProps('email')}
      />
      {plan !== undefined && <Plan {...plan} onClose={onClose} />}
      {isOpen && (
        <ReasonField
          label={t('limits.reason')}
          description={t('op.erasure.reason.text')}
          required
          withAsterisk={false}
          {...form.getInputProps('reason')}
        />
      )}
    </FormDialog>
  );
}

type PlanProps = Parameters<typeof useConsequences>[0] & { obstacles: readonly Obstacle[]; onClose: () => void };

function Plan({ obstacles, onClose, ...accounts }: PlanProps) {
  const t = useStrings();
  const items = useConsequences(accounts);
  if (obstacles.length > 0)
    return <Obstacles title={t('op.erasure.obstacles')} obstacles={obstacles} onOpen={onClose} />;
  if (items.length === 0) return <Text size="sm">{t('op.erasure.none')}</Text>;
  return (
    <List size="sm">
      {items.map((item) => (
        <List.Item key={item}>{item}</List.Item>
      ))}
    </List>
  );
}
