/** Lost second factors: one administrator asks for a reset, another one agrees, and the person has a day to stop it. */
import { Alert, Button, Card, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { SecondFactorReset } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { fieldProblems } from '../../ui/field-problems.ts';
import { Flag } from '../../ui/flag.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Loading } from '../../ui/loading.tsx';
import { oneLine } from '../../ui/one-line.ts';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { showToast } from '../../ui/toast.ts';
import classes from './operator.module.css';

type Asked = { reset: SecondFactorReset; step: 'agree' | 'cancel' };

export function SecondFactors() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const may = useMay();
  const [isRequesting, setRequesting] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const query = useQuery({
    queryKey: ['operator', 'second-factors', holderId, mode],
    queryFn: () => dataOf(api.GET('/api/v1/operator/second-factor-resets')),
  });
  const request = may('second_factors.reset') && (
    <Button onClick={() => setRequesting(true)}>{t('op.factors.request')}</Button>
  );
  return (
    <Page title={t('op.factors.title')} note={t('op.factors.note')} actions={request}>
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading heights={[120]} />}
      {query.data?.length === 0 && (
        <Card withBorder>
          <EmptyState
            icon="shield-check"
            title={t('op.factors.empty.title')}
            text={t(may('second_factors.reset') ? 'op.factors.empty.text' : 'op.factors.empty.mayNot')}
          />
        </Card>
      )}
      {query.data !== undefined && query.data.length > 0 && (
        <ul className={classes.items}>
          {query.data.map((reset) => (
            <li key={reset.person_id} className={classes.item}>
              <ResetRow reset={reset} onAsk={(step) => setAsked({ reset, step })} />
            </li>
          ))}
        </ul>
      )}
      {isRequesting && <RequestDialog onClose={() => setRequesting(false)} />}
      {asked !== undefined && <StepDialog {...asked} onClose={() => setAsked(undefined)} />}
    </Page>
  );
}

function ResetRow({ reset, onAsk }: { reset: SecondFactorReset; onAsk: (step: Asked['step']) => void }) {
  const t = useStrings();
  const may = useMay();
  const { requested_by: by, effective_at: at } = reset;
  const name = by.is_you ? t('op.factors.you') : (by.name ?? t('limits.change.command'));
  return (
    <Group justify="space-between" align="flex-start">
      <Stack gap={4}>
        <Group gap="xs">
          <Text fw={600}>{reset.name}</Text>
          <Flag tone={at === null ? 'waiting' : 'active'}>
            {t(at === null ? 'op.factors.waits' : 'op.factors.agreed')}
          </Flag>
        </Group>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {reset.email}
        </Text>
        <Text size="sm">{reset.reason}</Text>
        <Text size="xs" c="dimmed" component="div">
          <Dotted>
            <span>
              {t('op.factors.by', { name })} <Instant at={reset.requested_at} />
            </span>
            {at !== null && (
              <span>
                {t('op.factors.at')} <Instant at={at} />
              </span>
            )}
          </Dotted>
        </Text>
      </Stack>
      {may('second_factors.reset') && (
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => onAsk('cancel')}>
            {t('op.factors.cancel')}
          </Button>
          {at === null && !by.is_you && (
            <Button size="xs" onClick={() => onAsk('agree')}>
              {t('op.factors.agree')}
            </Button>
          )}
        </Group>
      )}
    </Group>
  );
}

export function StepDialog({ reset, step, onClose }: Asked & { onClose: () => void }) {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  const act = useMutation({
    mutationFn: () => {
      const params = { path: { person_id: reset.person_id } };
      return dataOf(api.POST(`/api/v1/operator/second-factor-resets/{person_id}/${step}`, { params }));
    },
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  return (
    <Confirm
      title={t(`op.factors.${step}.title`, { name: reset.name })}
      action={t(`op.factors.${step}`)}
      {...(step === 'cancel' ? { back: t('op.factors.keep') } : {})}
      onConfirm={() => act.mutate()}
      onClose={onClose}
      act={act}
    >
      {t(`op.factors.${step}.text`, { email: reset.email })}
    </Confirm>
  );
}

function RequestDialog({ onClose }: { onClose: () => void }) {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  const form = useForm({ initialValues: { email: '', reason: '' } });
  const request = useMutation({
    mutationFn: ({ email, reason }: { email: string; reason: string }) => {
      const body = { email: email.trim(), reason: oneLine(reason) };
      return dataOf(api.POST('/api/v1/operator/second-factor-resets', { body }));
    },
    onSuccess: () => {
      showToast(t('op.factors.requested'));
      onClose();
    },
    onError: (error) => form.setErrors(fieldProblems(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  return (
    <FormDialog
      title={t('op.factors.request.title')}
      action={t('op.factors.request')}
      onSubmit={form.onSubmit((values) => request.mutate(values))}
      onClose={onClose}
      act={request}
    >
      <Alert color="yellow" variant="light">
        {t('op.factors.request.text')}
      </Alert>
      <TextInput
        label={t('op.factors.email')}
        type="email"
        autoComplete="off"
        maxLength={254}
        data-autofocus
        {...form.getInputProps('email')}
      />
      <ReasonField
        label={t('limits.reason')}
        description={t('op.factors.reason.text')}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  );
}
