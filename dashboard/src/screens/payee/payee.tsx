/** One payee as its company sees it: what it earns and holds, what it owes, its orders, and what can be done with its link. */
import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { Payee } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Instant } from '../../ui/instant.tsx';
import { LoadingTrace } from '../../ui/loading-trace.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import classes from '../../ui/two-columns.module.css';
import { DisputesOf } from '../disputes/disputes-of.tsx';
import { ChangeLink, type LinkChange, useLinkChanges } from '../links/change-link.tsx';
import { Invite } from '../links/invite.tsx';
import { NotesPanel } from '../notes/notes-panel.tsx';
import { PayeeBalances } from './payee-balances.tsx';
import { PayeeCash } from './payee-cash.tsx';
import { PayeeDebt } from './payee-debt.tsx';
import { PayeeMovements } from './payee-movements.tsx';
import { PayeeOrders } from './payee-orders.tsx';
import { PayeeStatements } from './payee-statements.tsx';
import { PayeeVolume } from './payee-volume.tsx';

export function PayeeScreen() {
  const t = useStrings();
  const { link } = useParams({ from: '/signed-in/h/$holderId/$mode/links/$link' });
  const { holderId, mode, api } = useBook();
  const query = useQuery({
    queryKey: ['links', holderId, mode, 'one', link],
    queryFn: () => dataOf(api.GET('/api/v1/links/{id}', { params: { path: { id: link } } })),
  });
  if (query.data !== undefined) return <Shown payee={query.data} />;
  if (!query.isError) return <LoadingTrace title={t('payee.title')} />;
  return (
    <Page title={t('payee.title')}>
      <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />
    </Page>
  );
}

function Shown({ payee }: { payee: Payee }) {
  const t = useStrings();
  const may = useMay();
  const changes = useLinkChanges()(payee);
  const [open, setOpen] = useState<LinkChange['what'] | 'invite'>();
  const close = () => setOpen(undefined);
  const isEnded = payee.status === 'ended';
  return (
    <Page
      title={payee.name}
      note={<Standing payee={payee} />}
      menu={
        changes.includes('end') && (
          <RowMenu
            label={t('row.actions', { what: payee.name })}
            actions={[{ label: t('links.end'), icon: 'x', onClick: () => setOpen('end'), destroys: true }]}
          />
        )
      }
      actions={
        <>
          {changes
            .filter((what) => what !== 'end')
            .map((what) => (
              <Button key={what} variant="default" onClick={() => setOpen(what)}>
                {t(`links.${what}`)}
              </Button>
            ))}
          {isEnded && may('invitations.send') && (
            <Button variant="default" onClick={() => setOpen('invite')}>
              {t('payee.inviteAgain')}
            </Button>
          )}
        </>
      }
    >
      <PayeeBalances payee={payee} />
      {payee.balances.length > 0 && <PayeeVolume payee={payee} />}
      <div className={classes.columns}>
        <Stack gap="lg" miw={0}>
          <PayeeOrders payee={payee} />
          <PayeeMovements payee={payee} />
        </Stack>
        <Stack gap="lg" miw={0}>
          <PayeeDebt payee={payee} />
          <PayeeCash payee={payee} />
          <DisputesOf of={{ payee: payee.id }} titleOf={(one) => one.order_ref ?? one.payment_id} />
          <PayeeStatements payee={payee} />
          <NotesPanel about={{ kind: 'link', id: String(payee.id) }} />
        </Stack>
      </div>
      {open === 'invite' && <Invite again={payee} onClose={close} />}
      {(open === 'end' || open === 'widen') && <ChangeLink what={open} link={payee} onClose={close} />}
    </Page>
  );
}

function Standing({ payee: { id, name, type, status, modes, created_at, ended_at } }: { payee: Payee }) {
  const t = useStrings();
  return (
    <Group gap="xs">
      <StateBadge state={status} />
      <span>{t(`party.${type}`)}</span>
      <Group gap={4} wrap="nowrap">
        {t('links.id')} <Copyable value={String(id)} what={`${t('links.id')} ${name}`} />
      </Group>
      <span>{t(modes.includes('live') ? 'links.modes.both' : 'links.modes.test')}</span>
      <span>
        {t('links.since')} <Instant at={created_at} day />
      </span>
      {ended_at !== null && (
        <span>
          {t('links.ended')} <Instant at={ended_at} day />
        </span>
      )}
    </Group>
  );
}
