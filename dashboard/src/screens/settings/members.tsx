/** The members of an account with their roles, and the invitations that wait. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { InviteMember } from './invite-member.tsx';
import { AnswerInvitation, ChangeRole, LeaveAccount, RemoveMember } from './member-dialogs.tsx';
import { InvitationList, MemberList, type Open } from './member-lists.tsx';
import { useTeam } from './team.ts';

export function Members() {
  const t = useStrings();
  const team = useTeam();
  const [open, setOpen] = useState<Open | { what: 'invite' }>();
  const query = useQuery({ queryKey: team.queryKey, queryFn: team.read });
  const close = () => setOpen(undefined);
  const invite = (
    <Button leftSection={<Icon name="user-plus" size={16} />} onClick={() => setOpen({ what: 'invite' })}>
      {t('members.invite')}
    </Button>
  );
  return (
    <Page
      title={t('members.title')}
      note={t(team.isOperator ? 'members.note.operator' : 'members.note')}
      {...(team.manages ? { actions: invite } : {})}
    >
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading gap="xs" heights={[56, 56]} />}
      {query.isSuccess && (
        <>
          <MemberList members={query.data.members} team={team} onOpen={setOpen} />
          {query.data.invitations.length > 0 && (
            <InvitationList invitations={query.data.invitations} team={team} onOpen={setOpen} />
          )}
        </>
      )}
      {open?.what === 'invite' && <InviteMember team={team} onClose={close} />}
      {open?.what === 'role' && <ChangeRole member={open.member} team={team} onClose={close} />}
      {open?.what === 'remove' && <RemoveMember member={open.member} team={team} onClose={close} />}
      {open?.what === 'leave' && <LeaveAccount team={team} onClose={close} />}
      {(open?.what === 'resend' || open?.what === 'revoke') && (
        <AnswerInvitation what={open.what} invitation={open.invitation} team={team} onClose={close} />
      )}
    </Page>
  );
}
