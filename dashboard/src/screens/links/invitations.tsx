/** A company's invitations: where each stands, and what can still be done with it. */
import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Invitation } from '../../api/types.ts';
import { useArranged } from '../../app/arranged.tsx';
import { useBook } from '../../app/book.ts';
import { DemoMailbox } from '../../app/demo-mailbox.tsx';
import { oneOf } from '../../app/list-filters.ts';
import { useMay } from '../../app/may.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Instant } from '../../ui/instant.tsx';
import { useIsPhone } from '../../ui/is-phone.ts';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { Choice, ListControls } from '../../ui/list-controls.tsx';
import { type RowAction, useRowMenus } from '../../ui/row-menu.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { type Change, ChangeInvitation, CopyLink } from './invitation-dialogs.tsx';
import { LinksFrame } from './links-frame.tsx';

const statuses = ['pending', 'accepted', 'declined', 'revoked', 'expired'] as const;
const pageSize = 25;

type Open = { what: Change | 'copy'; invitation: Invitation };

export function Invitations() {
  const t = useStrings();
  const { api } = useBook();
  const [open, setOpen] = useState<Open>();
  const { filter, isNarrowed, narrow, query, list, isFirstPage } = useList({
    key: ['invitations'],
    filters: { status: oneOf(statuses) },
    read: (query) => api.GET('/api/v1/invitations', { params: { query: { ...query, limit: pageSize } } }),
  });
  const { columns, menus } = useArranged('invitations', useColumns());
  const isPhone = useIsPhone();
  const actionsOf = useActions(setOpen);
  const { menuOf, menuColumns } = useRowMenus({
    rows: query.data?.data,
    nameOf: ({ name }) => name,
    actionsOf: (one) => (isPhone ? actionsOf(one).filter(({ destroys }) => destroys) : actionsOf(one)),
  });
  const close = () => setOpen(undefined);
  // On a phone there is nothing to narrow or to arrange of a single one.
  const hasSeveral = !isPhone || isNarrowed || !isFirstPage || (query.data?.data.length ?? 0) > 1;
  // Those that nobody has accepted have none.
  const hasLinks = query.data?.data.some(({ beneficiary_ref: id }) => id !== null) ?? false;
  const hasOpen = query.data?.data.some(({ status }) => status === 'pending') ?? false;
  return (
    <LinksFrame>
      {hasSeveral && (
        <ListControls>
          <Choice
            label={t('invitations.status')}
            value={filter.status}
            choices={statuses.map((value) => ({ value, label: t(`state.${value}`) }))}
            onChange={(status) => narrow({ status })}
          />
          {menus}
        </ListControls>
      )}
      <List
        label={t('links.tab.invitations')}
        list={list}
        columns={[...columns.filter(({ key }) => key !== 'link' || hasLinks), ...menuColumns]}
        idOf={(one) => one.invitation_id}
        empty={
          isNarrowed ? (
            <EmptyState icon="search" title={t('invitations.noMatch.title')} text={t('invitations.noMatch.text')} />
          ) : (
            <EmptyState icon="mail" title={t('invitations.empty.title')} text={t('invitations.empty.text')} />
          )
        }
        card={(one) => <InvitationCard invitation={one} menu={menuOf(one)} actions={actionsOf(one)} />}
      />
      {hasOpen && <DemoMailbox />}
      {open?.what === 'copy' && <CopyLink invitation={open.invitation} onClose={close} />}
      {open !== undefined && open.what !== 'copy' && (
        <ChangeInvitation what={open.what} invitation={open.invitation} onClose={close} />
      )}
    </LinksFrame>
  );
}

function useActions(setOpen: (open: Open) => void): (invitation: Invitation) => RowAction[] {
  const t = useStrings();
  const may = useMay();
  return (invitation) => {
    const { status: now, modes } = invitation;
    const does = (what: Open['what']) => () => setOpen({ what, invitation });
    return [
      ...(now === 'pending' && may('invitations.copy_link', modes)
        ? [{ label: t('invitations.copy'), icon: 'copy' as const, onClick: does('copy') }]
        : []),
      ...((now === 'pending' || now === 'expired') && may('invitations.resend', modes)
        ? [{ label: t('invitations.resend'), icon: 'mail' as const, onClick: does('resend') }]
        : []),
      ...(now === 'pending' && may('invitations.revoke', modes)
        ? [{ label: t('invitations.revoke'), icon: 'x' as const, onClick: does('revoke'), destroys: true }]
        : []),
    ];
  };
}

function useColumns(): Column<Invitation>[] {
  const t = useStrings();
  return [
    {
      key: 'name',
      title: t('links.name'),
      cell: (one) => (
        <div>
          <Text fw={550}>{one.name}</Text>
          <Text size="xs" c="dimmed">
            {one.email}
          </Text>
        </div>
      ),
    },
    { key: 'type', title: t('links.type'), optional: 'shown', cell: (one) => t(`party.${one.type}`) },
    {
      key: 'status',
      title: t('invitations.status'),
      optional: 'shown',
      cell: (one) => <StateBadge state={one.status} />,
    },
    { key: 'link', title: t('invitations.link'), optional: 'shown', cell: (one) => <LinkId invitation={one} /> },
    {
      key: 'sent',
      title: t('invitations.sentAt'),
      optional: 'shown',
      cell: (one) => <Instant at={one.created_at} day />,
    },
    {
      key: 'until',
      title: t('invitations.until'),
      optional: 'shown',
      cell: (one) => <Instant at={one.expires_at} day />,
    },
  ];
}

type CardProps = { invitation: Invitation; menu: ReactNode; actions: readonly RowAction[] };

/** What is done most stands in the row; what ends the invitation, in its menu. */
function InvitationCard({ invitation, menu, actions }: CardProps) {
  const t = useStrings();
  const shown = actions.filter(({ destroys }) => !destroys);
  return (
    <CardFacts
      title={invitation.name}
      amount={menu}
      below={
        <>
          <StateBadge state={invitation.status} />
          <span>{t(`party.${invitation.type}`)}</span>
          <span>{invitation.email}</span>
          <span>
            {t('invitations.sentAt')} <Instant at={invitation.created_at} day />
          </span>
          {invitation.status === 'pending' && (
            <span>
              {t('invitations.until')} <Instant at={invitation.expires_at} day />
            </span>
          )}
          {invitation.beneficiary_ref !== null && <LinkId invitation={invitation} />}
        </>
      }
      actions={
        shown.length > 0 && (
          <Group gap="xs">
            {shown.map(({ label, icon, onClick }) => (
              <Button
                key={label}
                size="xs"
                variant="default"
                leftSection={<Icon name={icon} size={14} />}
                aria-label={`${label}: ${invitation.name}`}
                onClick={onClick}
              >
                {label}
              </Button>
            ))}
          </Group>
        )
      }
    />
  );
}

/** Of the link that came of it. */
function LinkId({ invitation: { beneficiary_ref: id, name } }: { invitation: Invitation }) {
  const t = useStrings();
  return id === null ? null : <Copyable value={String(id)} what={`${t('links.id')} ${name}`} />;
}
