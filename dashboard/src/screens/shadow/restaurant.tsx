/** One restaurant that has not joined: what is owed to it, for which orders, and what moved it. */
import { Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { ShadowRestaurant } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { leading } from '../../ui/amount-headline.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Figures } from '../../ui/figures.tsx';
import { Instant } from '../../ui/instant.tsx';
import { useIsPhone } from '../../ui/is-phone.ts';
import { LeadAmounts } from '../../ui/lead-amounts.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { Claim } from './claim.tsx';
import { InviteRestaurant } from './invite-restaurant.tsx';
import { nameOf } from './name-of.ts';
import { RecordPaid } from './record-paid.tsx';

const rowsShown = 50;
const codes = ['settlement', 'paid_outside', 'shadow_claimed', 'shadow_named'] as const;

/** What can be done, the first that applies before all others: once it has joined, its balance is claimed. */
const acts = [
  { what: 'invite', label: 'shadow.invite', icon: 'mail', needs: 'invitations.send' },
  { what: 'claim', label: 'shadow.claim', icon: 'link', needs: 'shadow.claim' },
  { what: 'paid', label: 'shadow.paid', icon: 'cash', needs: 'shadow.record_paid_outside' },
] as const;

export function Restaurant() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const may = useMay();
  const { ref } = useParams({ from: '/signed-in/h/$holderId/$mode/shadow/$ref' });
  const [open, setOpen] = useState<'invite' | 'paid' | 'claim' | null>(null);
  const query = useQuery({
    queryKey: ['shadow', holderId, mode, 'one', ref],
    queryFn: () => dataOf(api.GET('/api/v1/shadow/{ref}', { params: { path: { ref }, query: { limit: rowsShown } } })),
  });
  const found = query.data;
  const isOwed = found !== undefined && found.open_orders.length > 0;
  const name = (found && nameOf(found)) ?? ref;
  const title = found === undefined ? t('order.restaurant') : name;
  const close = () => setOpen(null);
  const [first, ...others] = acts.filter(({ what, needs }) => {
    if (found === undefined || !may(needs)) return false;
    return what === 'invite' ? found.claim_to === null : isOwed;
  });
  return (
    <Page
      title={title}
      note={found === undefined ? undefined : <Headline restaurant={found} shownRef={title === ref ? null : ref} />}
      actions={
        <>
          {first !== undefined && <Button onClick={() => setOpen(first.what)}>{t(first.label)}</Button>}
          <RowMenu
            label={t('row.actions', { what: name })}
            actions={others.map(({ what, label, icon }) => ({ label: t(label), icon, onClick: () => setOpen(what) }))}
          />
        </>
      }
    >
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading heights={[240]} />}
      {found !== undefined && <Whole restaurant={found} />}
      {open === 'invite' && <InviteRestaurant restaurant={ref} name={name} onClose={close} />}
      {open === 'paid' && found !== undefined && <RecordPaid restaurant={found} onClose={close} />}
      {open === 'claim' && found !== undefined && <Claim restaurant={found} onClose={close} />}
    </Page>
  );
}

type Props = { restaurant: ShadowRestaurant };

/** What is owed to it, before everything else of it. */
function Headline({ restaurant, shownRef }: Props & { shownRef: string | null }) {
  const t = useStrings();
  const [invitation] = restaurant.invitations;
  return (
    <LeadAmounts
      label={t('shadow.balance')}
      amounts={
        <>
          {restaurant.balances.map(({ currency, balance }) => (
            <Money key={currency} amount={balance} currency={currency} {...leading} />
          ))}
          {restaurant.balances.length === 0 && <Text {...leading}>{t('shadow.empty.title')}</Text>}
        </>
      }
    >
      <Group gap="xs" c="dimmed">
        {shownRef !== null && <Code>{shownRef}</Code>}
        <Text>
          {restaurant.claim_to === null ? (
            invitation === undefined ? (
              t('shadow.notJoined')
            ) : (
              <InvitedAt at={invitation.invited_at} />
            )
          ) : (
            t('shadow.joinedAs', { name: restaurant.claim_to.name })
          )}
        </Text>
      </Group>
    </LeadAmounts>
  );
}

function Whole({ restaurant }: Props) {
  const { movements, movements_next_cursor: next } = restaurant;
  // While nothing was paid, what moved is what is open.
  const isMoved = next !== null || movements.some(({ code }) => code !== 'settlement');
  return (
    <>
      <OpenOrders restaurant={restaurant} />
      {isMoved && <Movements restaurant={restaurant} />}
    </>
  );
}

function InvitedAt({ at }: { at: string }) {
  const t = useStrings();
  return (
    <>
      {t('shadow.invited', { time: '' })}
      <Instant at={at} day />
    </>
  );
}

function OpenOrders({ restaurant: { open_orders: orders, open_orders_next_cursor: next } }: Props) {
  const t = useStrings();
  const isPhone = useIsPhone();
  const end = { title: t('shadow.orders.left'), align: 'end' } as const;
  return (
    <Stack gap="xs">
      <Title order={2}>{t('shadow.orders.title')}</Title>
      {orders.length === 0 ? (
        <Text c="dimmed">{t('shadow.orders.none')}</Text>
      ) : (
        <Figures
          label={t('shadow.orders.title')}
          heads={
            isPhone
              ? [{ title: t('shadow.orders.order') }, end]
              : [{ title: t('shadow.orders.order') }, { title: t('shadow.orders.settled') }, end]
          }
          rows={orders.map((order) => {
            const ref = <OrderLink key="order" of={order.partner_order_ref} />;
            const left = <Money key="left" amount={order.left} currency={order.currency} fw={600} />;
            const settled = (
              <>
                {t('shadow.orders.settled')} <Instant at={order.settled_at} day />
              </>
            );
            return {
              key: String(order.order_id),
              cells: isPhone
                ? [<TwoLines key="order" first={ref} second={settled} />, left]
                : [ref, <Instant key="at" at={order.settled_at} />, left],
            };
          })}
        />
      )}
      {next !== null && <More />}
    </Stack>
  );
}

function Movements({ restaurant: { movements, movements_next_cursor: next } }: Props) {
  const t = useStrings();
  const isPhone = useIsPhone();
  const end = { title: t('shadow.movements.amount'), align: 'end' } as const;
  const whatOf = (code: string) => t(`shadow.movement.${codes.find((one) => one === code) ?? 'other'}`);
  return (
    <Stack gap="xs">
      <Title order={2}>{t('shadow.movements.title')}</Title>
      {movements.length === 0 ? (
        <Text c="dimmed">{t('shadow.movements.none')}</Text>
      ) : (
        <Figures
          label={t('shadow.movements.title')}
          heads={
            isPhone
              ? [{ title: t('shadow.movements.what') }, end]
              : [
                  { title: t('shadow.movements.at') },
                  { title: t('shadow.movements.what') },
                  { title: t('shadow.orders.order') },
                  end,
                ]
          }
          rows={movements.map(({ at, code, reference, partner_order_ref: order, amount, currency }, index) => {
            const when = <Instant key="at" at={at} />;
            const what = [whatOf(code), reference].filter((one) => one !== null).join(' · ');
            const of = order === null ? null : <OrderLink key="order" of={order} />;
            const moved = <Money key="amount" amount={amount} currency={currency} signed fw={600} />;
            const below = (
              <Dotted key="below">
                <span>{when}</span>
                {of !== null && <span>{of}</span>}
              </Dotted>
            );
            return {
              key: String(index),
              cells: isPhone
                ? [<TwoLines key="what" first={what} second={below} />, moved]
                : [when, what, of ?? t('app.none'), moved],
            };
          })}
        />
      )}
      {next !== null && <More />}
    </Stack>
  );
}

/** For a phone. */
const TwoLines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <div style={{ whiteSpace: 'normal' }}>
    {first}
    <Text size="xs" c="dimmed" component="div">
      {second}
    </Text>
  </div>
);

function OrderLink({ of: ref }: { of: string }) {
  const { holderId, mode } = useBook();
  return (
    <Link to="/h/$holderId/$mode/orders/$ref" params={{ holderId, mode, ref }}>
      {ref}
    </Link>
  );
}

function More() {
  const t = useStrings();
  return (
    <Text size="sm" c="dimmed">
      {t('shadow.more', { count: rowsShown })}
    </Text>
  );
}
