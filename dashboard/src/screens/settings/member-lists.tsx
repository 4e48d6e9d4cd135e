/** Members and invitations, one row each with what can be done. */
import { Box, Card, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Member, MemberInvitation } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Initials } from '../../ui/initials.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type RowAction, RowMenu } from '../../ui/row-menu.tsx';
import { StateBadge, ToneBadge } from '../../ui/state-badge.tsx';
import classes from './settings.module.css';
import type { Team } from './team.ts';

export type Open =
  | { what: 'role' | 'remove'; member: Member }
  | { what: 'leave' }
  | { what: 'resend' | 'revoke'; invitation: MemberInvitation };

type Shown = { team: Team; onOpen: (open: Open) => void };

export function MemberList({ members, team, onOpen }: Shown & { members: readonly Member[] }) {
  const t = useStrings();
  const actionsOf = (member: Member): RowAction[] => [
    ...(team.manages
      ? [
          {
            label: t('members.changeRole'),
            icon: 'adjustments' as const,
            onClick: () => onOpen({ what: 'role', member }),
          },
        ]
      : []),
    ...(team.manages && !member.you
      ? [
          {
            label: t('members.remove'),
            icon: 'trash' as const,
            onClick: () => onOpen({ what: 'remove', member }),
            destroys: true,
          },
        ]
      : []),
    ...(team.mayLeave && member.you && members.length > 1
      ? [
          {
            label: t('members.leave'),
            icon: 'logout' as const,
            onClick: () => onOpen({ what: 'leave' }),
            destroys: true,
          },
        ]
      : []),
  ];
  return (
    // The screen's own title names it.
    <Card withBorder padding={0} component="section" aria-label={t('members.list')}>
      <ul className={classes.rows}>
        {members.map((member) => (
          <Row
            key={member.person_id}
            picture={<Initials name={member.name} isPerson />}
            title={
              <>
                {member.name} {member.you && <ToneBadge tone="neutral">{t('members.you')}</ToneBadge>}
              </>
            }
            below={member.email}
            role={t(`role.${member.role}`)}
            facts={
              <>
                <span style={member.two_step ? undefined : { color: 'var(--tone-waiting)' }}>
                  {t('members.twoStep')}: {t(member.two_step ? 'members.twoStep.on' : 'members.twoStep.off')}
                </span>
                <span>
                  {t('members.since')} <Instant at={member.since} day />
                </span>
              </>
            }
            menu={<RowMenu label={t('row.actions', { what: member.name })} actions={actionsOf(member)} />}
          />
        ))}
      </ul>
    </Card>
  );
}

export function InvitationList({ invitations, team, onOpen }: Shown & { invitations: readonly MemberInvitation[] }) {
  const t = useStrings();
  const actionsOf = (invitation: MemberInvitation): RowAction[] =>
    team.manages
      ? [
          { label: t('members.resend'), icon: 'mail', onClick: () => onOpen({ what: 'resend', invitation }) },
          ...(invitation.status === 'pending'
            ? [
                {
                  label: t('members.revoke'),
                  icon: 'x' as const,
                  onClick: () => onOpen({ what: 'revoke', invitation }),
                  destroys: true,
                },
              ]
            : []),
        ]
      : [];
  return (
    <Panel title={t('members.open')} isFlush>
      <ul className={classes.rows}>
        {invitations.map((invitation) => (
          <Row
            key={invitation.invitation_id}
            title={invitation.email}
            below={<StateBadge state={invitation.status} />}
            role={t(`role.${invitation.role}`)}
            facts={
              <>
                <span>
                  {t('members.sent')} <Instant at={invitation.created_at} day />
                </span>
                <span>
                  {t('members.until')} <Instant at={invitation.expires_at} day />
                </span>
              </>
            }
            menu={<RowMenu label={t('row.actions', { what: invitation.email })} actions={actionsOf(invitation)} />}
          />
        ))}
      </ul>
    </Panel>
  );
}

type RowProps = {
  picture?: ReactNode;
  title: ReactNode;
  below: ReactNode;
  role: string;
  facts: ReactNode;
  menu: ReactNode;
};

const Row = ({ picture, title, below, role, facts, menu }: RowProps) => (
  <li className={classes.row}>
    {picture}
    <Box className={classes.who ?? ''}>
      <Text component="div" fw={550} className={classes.long ?? ''}>
        {title}
      </Text>
      <Text component="div" size="xs" c="dimmed" className={classes.long ?? ''}>
        {below}
      </Text>
    </Box>
    <Text component="div" className={classes.role ?? ''} fw={550}>
      {role}
    </Text>
    <Group component="div" gap="xs" fz="xs" c="dimmed" className={classes.facts ?? ''}>
      {facts}
    </Group>
    <div className={classes.menu}>{menu}</div>
  </li>
);
