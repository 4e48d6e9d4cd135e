/** Whether money takes two people to move. Switching it off takes a second administrator. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { FourEyes as Setting } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Loading } from '../../ui/loading.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';
import { LastChange } from './last-change.tsx';

type Act = 'switch-on' | 'request-off' | 'switch-off' | 'keep-on';

export function FourEyes({ query }: { query: UseQueryResult<Setting> }) {
  const t = useStrings();
  const may = useMay();
  const [asked, setAsked] = useState<Act>();
  const setting = query.data;
  return (
    <Section
      title={t('limits.four')}
      footnote={t(setting?.is_on === false ? 'op.limits.four.text.off' : 'op.limits.four.text.on')}
      aside={setting !== undefined && may('four_eyes.change') && <Acts setting={setting} onChosen={setAsked} />}
    >
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading heights={[60]} />}
      {setting !== undefined && (
        <Stack gap="sm">
          <Text fw={600}>{t(setting.is_on ? 'op.limits.four.on' : 'op.limits.four.off')}</Text>
          {setting.off_requested_at !== null && (
            <OffRequest by={setting.off_requested_by} at={setting.off_requested_at} />
          )}
          <LastChange change={setting.changed} />
          {!may('four_eyes.change') && (
            <Text size="sm" c="dimmed">
              {t('limits.four.administrators')}
            </Text>
          )}
        </Stack>
      )}
      {asked !== undefined && <ConfirmAct act={asked} onClose={() => setAsked(undefined)} />}
    </Section>
  );
}

function OffRequest({ by, at }: { by: Setting['off_requested_by']; at: string }) {
  const t = useStrings();
  return (
    <Alert color="yellow" variant="light">
      <Text>
        {by.is_you
          ? t('limits.four.youAsked')
          : t('limits.four.asked', { name: by.name ?? t('limits.change.someone') })}
      </Text>
      <Text size="xs" component="div" mt={4}>
        {t('limits.four.askedAt')} <Instant at={at} />
      </Text>
    </Alert>
  );
}

function Acts({ setting, onChosen }: { setting: Setting; onChosen: (act: Act) => void }) {
  const t = useStrings();
  const isAsked = setting.off_requested_at !== null;
  const button = (act: Act) => (
    <Button variant="default" size="xs" onClick={() => onChosen(act)}>
      {t(`limits.four.${act}`)}
    </Button>
  );
  return (
    <Group gap="xs">
      {!setting.is_on && button('switch-on')}
      {setting.is_on && !isAsked && button('request-off')}
      {isAsked && !setting.off_requested_by.is_you && button('switch-off')}
      {isAsked && button('keep-on')}
    </Group>
  );
}

function ConfirmAct({ act, onClose }: { act: Act; onClose: () => void }) {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: () => dataOf(api.POST(`/api/v1/operator/four-eyes/${act}`)),
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  return (
    <Confirm
      title={t(`limits.four.${act}.title`)}
      action={t(`limits.four.${act}`)}
      destroys={act === 'switch-off' || act === 'request-off'}
      onConfirm={() => change.mutate()}
      onClose={onClose}
      act={change}
    >
      {t(`limits.four.${act}.text`)}
    </Confirm>
  );
}
