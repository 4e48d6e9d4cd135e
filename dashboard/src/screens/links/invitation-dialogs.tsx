/** Copying the link of an invitation, sending it again, and revoking it. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { dataOf } from '../../api/client.ts';
import type { Invitation } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Loading } from '../../ui/loading.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { showToast } from '../../ui/toast.ts';

export type Change = 'resend' | 'revoke';

type Props = { invitation: Invitation; onClose: () => void };

/** The link is made when the dialog opens, and kept by the dialog alone. */
export function CopyLink({ invitation, onClose }: Props) {
  const t = useStrings();
  const intl = useIntl();
  const { api } = useBook();
  const { email, name, invitation_id: id } = invitation;
  const copy = useMutation({
    gcTime: 0,
    mutationFn: () => dataOf(api.POST('/api/v1/invitations/{id}/link', { params: { path: { id } } })),
  });
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    copy.mutate();
  });
  const until = intl.formatDate(invitation.expires_at, { dateStyle: 'medium' });
  return (
    <Dialog onClose={onClose} title={t('invitations.copy.title', { name })}>
      <Stack gap="md">
        <Text>{t('invitations.copy.text', { until, email })}</Text>
        {copy.isError && <ProblemNotice error={copy.error} onRetry={() => copy.mutate()} />}
        {copy.isPending && <Loading heights={[44]} />}
        {copy.isSuccess && <Snippet text={copy.data.url} what={t('invitations.copy.what')} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('app.close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

export function ChangeInvitation({ what, invitation, onClose }: Props & { what: Change }) {
  const t = useStrings();
  const { api, holderId, mode } = useBook();
  const queries = useQueryClient();
  const { email, name, invitation_id: id } = invitation;
  const change = useMutation({
    mutationFn: async () => {
      const asked = { params: { path: { id } } };
      if (what === 'revoke') await api.POST('/api/v1/invitations/{id}/revoke', asked);
      else await api.POST('/api/v1/invitations/{id}/resend', asked);
    },
    onSuccess: () => {
      showToast(what === 'revoke' ? t('invitations.revoked') : t('invitations.resent', { email }));
      onClose();
      return queries.invalidateQueries({ queryKey: ['invitations', holderId, mode] });
    },
  });
  return (
    <Confirm
      title={t(`invitations.${what}.title`, { name })}
      action={t(what === 'revoke' ? 'invitations.revoke.submit' : 'invitations.resend')}
      destroys={what === 'revoke'}
      onConfirm={() => change.mutate()}
      onClose={onClose}
      act={change}
    >
      {t(`invitations.${what}.text`, { email })}
    </Confirm>
  );
}
