/** Whether anyone may read the proof of the books, its address, and the badge to show elsewhere. */
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { PublicProof as Setting } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Loading } from '../../ui/loading.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { LastChange } from '../limits/last-change.tsx';

type Act = 'publish' | 'withdraw';

export function PublicProof() {
  const t = useStrings();
  const may = useMay();
  const { holderId, mode, api } = useBook();
  const [asked, setAsked] = useState<Act>();
  const query = useQuery({
    queryKey: ['operator', 'public-proof', holderId, mode],
    queryFn: () => dataOf(api.GET('/api/v1/operator/public-proof')),
  });
  const setting = query.data;
  return (
    <Section
      title={t('op.publicProof.title')}
      text={t('op.publicProof.text')}
      aside={
        setting !== undefined && (
          <Flag tone={setting.is_public ? 'done' : 'neutral'}>
            {t(setting.is_public ? 'op.publicProof.on' : 'op.publicProof.off')}
          </Flag>
        )
      }
    >
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading heights={[60]} />}
      {setting !== undefined && (
        <Stack gap="sm">
          {setting.is_public && <Published setting={setting} />}
          <LastChange change={setting.changed} />
          {may('books.publish') ? (
            <Group>
              <Button variant="default" size="xs" onClick={() => setAsked(setting.is_public ? 'withdraw' : 'publish')}>
                {t(setting.is_public ? 'op.publicProof.withdraw' : 'op.publicProof.publish')}
              </Button>
            </Group>
          ) : (
            <Text size="sm" c="dimmed">
              {t('op.publicProof.administrators')}
            </Text>
          )}
        </Stack>
      )}
      {asked !== undefined && <ConfirmAct act={asked} onClose={() => setAsked(undefined)} />}
    </Section>
  );
}

function Published({ setting: { page_url: page, badge_url: badge } }: { setting: Setting }) {
  const t = useStrings();
  return (
    <>
      <Group gap="md">
        <Anchor href={page} target="_blank" rel="noreferrer" size="sm" style={{ overflowWrap: 'anywhere' }}>
          {page}
        </Anchor>
        <img src={new URL(badge).pathname} alt={t('op.publicProof.badge')} height={20} />
      </Group>
      <Snippet
        what={t('op.publicProof.html')}
        text={`<a href="${page}"><img src="${badge}" alt="${t('op.publicProof.badge')}" height="20"></a>`}
      />
    </>
  );
}

function ConfirmAct({ act, onClose }: { act: Act; onClose: () => void }) {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: () => dataOf(api.POST(`/api/v1/operator/public-proof/${act}`)),
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator', 'public-proof'] }),
  });
  return (
    <Confirm
      title={t(`op.publicProof.${act}.title`)}
      action={t(`op.publicProof.${act}`)}
      destroys={act === 'withdraw'}
      onConfirm={() => change.mutate()}
      onClose={onClose}
      act={change}
    >
      {t(`op.publicProof.${act}.text`)}
    </Confirm>
  );
}
