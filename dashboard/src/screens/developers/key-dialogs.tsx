/** Making, rotating and revoking a key pair. */
import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { dataOf } from '../../api/client.ts';
import type { Key } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { sessionQuery } from '../../app/session.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { GraceSelect, graceDefault } from '../../ui/grace-select.tsx';
import type { NewKey } from './first-call.ts';

type Made = { onClose: () => void; onMade: (pair: NewKey) => void };

const labelMax = 100;

/** A secret is kept by the dialog that shows it, and never by the cache of answers. */
const forgotten = { gcTime: 0 } as const;

export function MakeKey({ onClose, onMade }: Made) {
  const t = useStrings();
  const { api, mode } = useBook();
  const refresh = useRefresh();
  const form = useForm({ initialValues: { label: '' } });
  const make = useMutation({
    ...forgotten,
    mutationFn: (body: typeof form.values) => dataOf(api.POST('/api/v1/keys', { body })),
    onSuccess: (pair) => {
      onMade(pair);
      return refresh();
    },
    onError: (error) => form.setErrors(fieldProblems(error)),
  });
  return (
    <FormDialog
      title={t('keys.make.title')}
      action={t('keys.make')}
      onSubmit={form.onSubmit((values) => make.mutate(values))}
      onClose={onClose}
      act={make}
    >
      <TextInput
        label={t('keys.label')}
        description={t(`keys.label.hint.${mode}`)}
        maxLength={labelMax}
        data-autofocus
        {...form.getInputProps('label')}
      />
    </FormDialog>
  );
}

export function RotateKey({ pair, onClose, onMade }: Made & { pair: Key }) {
  const t = useStrings();
  const { api } = useBook();
  const refresh = useRefresh();
  const form = useForm({ initialValues: { grace: graceDefault } });
  const rotate = useMutation({
    ...forgotten,
    mutationFn: ({ grace }: typeof form.values) =>
      dataOf(
        api.POST('/api/v1/keys/{client_id}/rotations', {
          params: { path: { client_id: pair.client_id } },
          body: { grace_hours: Number(grace) },
        }),
      ),
    onSuccess: (made) => {
      onMade(made);
      return refresh();
    },
  });
  return (
    <FormDialog
      title={t('keys.rotate.title', { label: pair.label || t('keys.noLabel') })}
      action={t('keys.rotate.submit')}
      onSubmit={form.onSubmit((values) => rotate.mutate(values))}
      onClose={onClose}
      act={rotate}
    >
      <Text>{t('keys.rotate.text')}</Text>
      <GraceSelect label={t('keys.rotate.grace')} {...form.getInputProps('grace')} />
    </FormDialog>
  );
}

export function RevokeKey({ pair, onClose }: { pair: Key; onClose: () => void }) {
  const t = useStrings();
  const intl = useIntl();
  const { api } = useBook();
  const refresh = useRefresh();
  const revoke = useMutation({
    mutationFn: () => api.DELETE('/api/v1/keys/{client_id}', { params: { path: { client_id: pair.client_id } } }),
    onSuccess: () => {
      onClose();
      return refresh();
    },
  });
  const used =
    pair.last_used_at === null
      ? ''
      : t('keys.revoke.used', {
          time: intl.formatDate(pair.last_used_at, { dateStyle: 'medium', timeStyle: 'short' }),
        });
  return (
    <Confirm
      title={t('keys.revoke.title', { label: pair.label || pair.client_id })}
      action={t('keys.revoke.submit')}
      destroys
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
      act={revoke}
    >
      {t('keys.revoke.text')} {used}
    </Confirm>
  );
}

function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  const { holderId, mode, holder } = useBook();
  return async () => {
    // With a key it is a shop, whose navigation has more.
    if (holder.is_only_payee) void queries.invalidateQueries(sessionQuery);
    await queries.invalidateQueries({ queryKey: ['keys', holderId, mode] });
  };
}
