/** The browsers that are signed in as this person, each with its end. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { apiOf, dataOf } from '../../api/client.ts';
import type { SignedInBrowser } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Loading } from '../../ui/loading.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { ToneBadge } from '../../ui/state-badge.tsx';
import { showToast } from '../../ui/toast.ts';
import { useDeviceWords } from './device-words.ts';
import { FoldedSection } from './folded-section.tsx';

export const sessionsKey = ['sessions'];

export function SessionsSection() {
  const t = useStrings();
  const intl = useIntl();
  const queries = useQueryClient();
  const [asks, dialog] = useDisclosure(false);
  const sessions = useQuery({ queryKey: sessionsKey, queryFn: () => dataOf(apiOf().GET('/api/v1/sessions')) });
  const read = () => queries.invalidateQueries({ queryKey: sessionsKey });
  const end = useMutation({
    mutationFn: (id: string) => apiOf().DELETE('/api/v1/sessions/{id}', { params: { path: { id } } }),
    onSuccess: () => showToast(t('sessions.ended')),
    onSettled: read,
  });
  const endOthers = useMutation({
    mutationFn: () => apiOf().DELETE('/api/v1/sessions'),
    onSuccess: () => {
      dialog.close();
      showToast(t('sessions.othersEnded'));
    },
    onSettled: read,
  });
  const count = sessions.data?.length ?? 0;
  const summary = count > 1 ? intl.formatNumber(count) : count === 1 ? t('sessions.this') : undefined;
  return (
    <FoldedSection id="sessions" act="manage" title={t('sessions.title')} summary={summary} text={t('sessions.text')}>
      {() => (
        <>
          {sessions.isPending && <Loading heights={[56]} />}
          {sessions.isError && <ProblemNotice error={sessions.error} onRetry={() => void sessions.refetch()} />}
          {end.isError && <ProblemNotice error={end.error} />}
          {sessions.data !== undefined && (
            <Stack gap="sm" component="ul" p={0} m={0}>
              {sessions.data.map((row) => (
                <SessionRow
                  key={row.id}
                  row={row}
                  isEnding={end.isPending && end.variables === row.id}
                  onEnd={() => end.mutate(row.id)}
                />
              ))}
            </Stack>
          )}
          {count > 1 && (
            <Group>
              <Button variant="default" onClick={dialog.open}>
                {t('sessions.endOthers')}
              </Button>
            </Group>
          )}
          {asks && (
            <Confirm
              title={t('sessions.endOthers.title')}
              action={t('sessions.endOthers')}
              destroys
              onConfirm={() => endOthers.mutate()}
              onClose={dialog.close}
              act={endOthers}
            >
              {t('sessions.endOthers.text')}
            </Confirm>
          )}
        </>
      )}
    </FoldedSection>
  );
}

function SessionRow({ row, isEnding, onEnd }: { row: SignedInBrowser; isEnding: boolean; onEnd: () => void }) {
  const t = useStrings();
  const device = useDeviceWords()(row.user_agent);
  return (
    <Group component="li" justify="space-between" wrap="nowrap" style={{ listStyle: 'none' }}>
      <div>
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {device}
        </Text>
        {row.single_sign_on !== null && (
          <Text size="xs">{t('sessions.through', { account: row.single_sign_on.account })}</Text>
        )}
        <Text size="xs" c="dimmed" component="div">
          <Dotted>
            <span>{row.address || t('sessions.unknownAddress')}</span>
            <span>
              {t('sessions.signedIn')} <Instant at={row.created_at} />
            </span>
          </Dotted>
        </Text>
      </div>
      {row.current ? (
        <ToneBadge tone="done">{t('sessions.this')}</ToneBadge>
      ) : (
        <Button
          variant="default"
          size="xs"
          loading={isEnding}
          onClick={onEnd}
          aria-label={t('sessions.endOne', { device })}
        >
          {t('sessions.end')}
        </Button>
      )}
    </Group>
  );
}
