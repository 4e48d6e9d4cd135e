/** The link that switches mails of one kind off. A button, because mail programs follow links. */
import { Button, Center, Loader, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { apiOf, dataOf } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import { useStrings } from '../../strings/strings.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Entrance } from './entrance.tsx';

const isOfNoUse = (error: unknown): boolean => ['link_expired', 'validation_failed'].includes(problemOf(error).code);

export function Unsubscribe() {
  const t = useStrings();
  const { token } = useParams({ from: '/unsubscribe/$token' });
  const link = useQuery({
    queryKey: ['unsubscription', token],
    queryFn: () => dataOf(apiOf().POST('/api/v1/unsubscriptions/view', { body: { token } })),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const act = useMutation({
    mutationFn: () => dataOf(apiOf().POST('/api/v1/unsubscriptions', { body: { token } })),
  });
  const words = link.data && { address: link.data.address, kind: t(`mails.kind.${link.data.kind}`) };
  const profile = (
    <Button variant="default" fullWidth renderRoot={(props) => <Link to="/profile" {...props} />}>
      {t('unsubscribe.profile')}
    </Button>
  );
  if (link.isPending) {
    return (
      <Entrance title={t('unsubscribe.title')}>
        <Center py="xl" role="status" aria-label={t('app.loading')}>
          <Loader size="sm" />
        </Center>
      </Entrance>
    );
  }
  if (link.isError) {
    return isOfNoUse(link.error) ? (
      <Entrance title={t('unsubscribe.expired.title')} text={t('unsubscribe.expired.text')} announced>
        {profile}
      </Entrance>
    ) : (
      <Entrance title={t('unsubscribe.title')}>
        <ProblemNotice error={link.error} onRetry={() => void link.refetch()} />
      </Entrance>
    );
  }
  if (act.isSuccess) {
    return (
      <Entrance title={t('unsubscribe.done.title')} text={t('unsubscribe.done.text', words)} announced>
        {profile}
      </Entrance>
    );
  }
  return (
    <Entrance title={t('unsubscribe.title')} text={t('unsubscribe.text', words)}>
      <Stack gap="md">
        {act.isError && <ProblemNotice error={act.error} />}
        <Button loading={act.isPending} onClick={() => act.mutate()} fullWidth autoFocus>
          {t('unsubscribe.submit')}
        </Button>
      </Stack>
    </Entrance>
  );
}
