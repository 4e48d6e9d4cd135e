/** One holder: whether it may take real money, who belongs to it, what it is linked to, its limits and its history. */
import { Alert, Button, Group, NumberInput, SimpleGrid, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import { dataOf } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import type { HolderInFull } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { isReadOnly } from '../../app/session.ts';
import { type StringId, useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { isOfNoField } from '../../ui/form-problems.ts';
import { Instant } from '../../ui/instant.tsx';
import { LeadFigures } from '../../ui/lead-figures.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { showToast } from '../../ui/toast.ts';
import { History } from '../audit/history.tsx';
import { PaymentFees } from '../fees/payment-fees.tsx';
import { LastChange } from '../limits/last-change.tsx';
import { NotesPanel } from '../notes/notes-panel.tsx';
import { ProviderOrders } from '../providers/provider-orders.tsx';
import { TransferOffer } from '../transfer-offers/transfer-offer.tsx';
import { BusinessFacts } from './business-facts.tsx';
import { type HolderAct, HolderActDialog } from './holder-act-dialog.tsx';
import { HolderDebts } from './holder-debts.tsx';
import { HolderExceptions } from './holder-exceptions.tsx';
import { HolderFigures } from './holder-figures.tsx';
import { HolderPayoutSchedules } from './holder-payout-schedules.tsx';
import { HolderPayouts } from './holder-payouts.tsx';
import classes from './operator.module.css';

export function Holder() {
  const t = useStrings();
  const { id } = useParams({ from: '/signed-in/h/$holderId/$mode/operator/accounts/$id' });
  const { holderId, mode, api } = useBook();
  const query = useQuery({
    queryKey: ['operator', 'holder', holderId, mode, id],
    queryFn: () => dataOf(api.GET('/api/v1/operator/holders/{id}', { params: { path: { id } } })),
  });
  if (query.data !== undefined) return <Shown holder={query.data} />;
  return (
    <Page title={t('app.account')}>
      {query.isError ? (
        <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={320} />
      )}
    </Page>
  );
}

function Shown({ holder }: { holder: HolderInFull }) {
  const t = useStrings();
  const acts = useActs(holder);
  const [act, setAct] = useState<HolderAct>();
  const isPending = holder.status === 'pending';
  // What is decided stands after what it is decided by.
  const isDecided = acts.includes('approve') || acts.includes('refuse');
  const shownActs = <Acts acts={acts} isPending={isPending} onChosen={setAct} />;
  const business = holder.business !== null && <BusinessFacts business={holder.business} />;
  const figures = isKeyed(holder) && <HolderFigures account={holder.holder_id} kind={holder.kind} />;
  return (
    <Page title={holder.name} note={<Standing holder={holder} />} actions={isDecided ? undefined : shownActs}>
      {holder.balances.length > 0 && <Balances holder={holder} />}
      {isPending && <Request holder={holder} isDecided={acts.includes('approve')} />}
      {isPending && business}
      {isDecided && (
        <Group justify="flex-end" gap="xs">
          {shownActs}
        </Group>
      )}
      <HolderExceptions account={holder.holder_id} isReviewSaid={isPending && holder.approval?.status === 'waiting'} />
      {!isPending && figures}
      {!isPending && business}
      <SimpleGrid cols={{ base: 1, md: 2 }} className={classes.pairs ?? ''}>
        <People holder={holder} />
        {holder.linked.length > 0 && <Links holder={holder} />}
        {holder.orders_per_minute !== null && <Quotas holder={holder} />}
      </SimpleGrid>
      {isPending && figures}
      <HolderPayouts account={holder.holder_id} />
      <HolderPayoutSchedules account={holder.holder_id} />
      <HolderDebts holder={holder} />
      <NotesPanel about={{ kind: 'account', id: String(holder.holder_id) }} />
      <History title={t('op.holder.history')} filter={{ holder_id: holder.holder_id, limit: 20 }} />
      {isKeyed(holder) && <PaymentFees account={holder.holder_id} />}
      {isKeyed(holder) && <ProviderOrders account={holder.holder_id} />}
      {isKeyed(holder) && <TransferOffer account={holder.holder_id} />}
      {act !== undefined && <HolderActDialog act={act} holder={holder} onClose={() => setAct(undefined)} />}
    </Page>
  );
}

type ActsProps = { acts: readonly HolderAct[]; isPending: boolean; onChosen: (act: HolderAct) => void };

/** Of an account that waits for a decision, suspending stands apart from it. */
function Acts({ acts, isPending, onChosen }: ActsProps) {
  const t = useStrings();
  const isApart = (one: HolderAct) => isPending && one === 'suspend';
  const apart = acts.filter(isApart).map((one) => ({
    label: t(`op.holder.${one}`),
    icon: 'ban' as const,
    onClick: () => onChosen(one),
    destroys: true,
  }));
  return (
    <>
      {acts
        .filter((one) => !isApart(one))
        .map((one) => (
          <Button
            key={one}
            {...(one === 'approve' ? {} : { variant: 'default' })}
            {...(one === 'suspend' ? { c: 'var(--tone-failed)' } : {})}
            onClick={() => onChosen(one)}
          >
            {t(`op.holder.${one}`)}
          </Button>
        ))}
      <RowMenu label={t('op.more')} actions={apart} />
    </>
  );
}

/** Whether it calls interfaces A or B, for which it needs an approval. */
const isKeyed = ({ kind }: HolderInFull): boolean => kind === 'company' || kind === 'merchant';

/** What this operator can do with it now. */
function useActs(holder: HolderInFull): HolderAct[] {
  const may = useMay();
  const { status } = holder;
  return [
    ...(may('holders.suspend') && !isReadOnly(status) ? (['suspend'] as const) : []),
    ...(isKeyed(holder) && status === 'pending'
      ? (['refuse', 'approve'] as const).filter((one) => may(`holders.${one}`))
      : []),
    ...(may('holders.resume') && status === 'suspended' ? (['resume'] as const) : []),
    ...(may('holders.reopen') && status === 'closed' ? (['reopen'] as const) : []),
  ];
}

function Standing({ holder }: { holder: HolderInFull }) {
  const t = useStrings();
  return (
    <Group gap="xs">
      <StateBadge state={holder.status} />
      <span>{t(`kind.${holder.kind}`)}</span>
      <Group gap={4} wrap="nowrap">
        {t('op.holder.idName')} <Copyable value={String(holder.holder_id)} what={t('op.holder.accountId')} />
      </Group>
      <span>
        {t('op.holders.since')} <Instant at={holder.created_at} day />
      </span>
      {holder.closed_at !== null && (
        <span>
          {t('op.holder.closed')} <Instant at={holder.closed_at} day />
        </span>
      )}
    </Group>
  );
}

/** @param props.isDecided the reader may decide it. */
function Request({ holder: { approval }, isDecided }: { holder: HolderInFull; isDecided: boolean }) {
  const t = useStrings();
  if (approval === null) return <Alert color="gray">{t('op.holder.notAsked')}</Alert>;
  if (approval.status === 'refused') {
    return <Alert color="gray">{t('op.holder.refused', { reason: approval.reason ?? '' })}</Alert>;
  }
  return (
    <Alert color="yellow" variant="light">
      {t('op.holder.asks', { time: '' })}
      <Instant at={approval.requested_at} />
      {isDecided && <div>{t('op.holder.asks.text')}</div>}
    </Alert>
  );
}

type SectionProps = { title: string; none?: string | undefined; children: ReactNode };

/** @param props.none is said in place of what there is none of. */
const Section = ({ title, none, children }: SectionProps) => (
  <Panel title={title} isFlush={none === undefined}>
    {none === undefined ? <ul className={classes.within}>{children}</ul> : <Text c="dimmed">{none}</Text>}
  </Panel>
);

function People({ holder: { people } }: { holder: HolderInFull }) {
  const t = useStrings();
  return (
    <Section title={t('op.holder.people')} none={people.length === 0 ? t('op.holder.people.none') : undefined}>
      {people.map(({ name, email, role }) => (
        <li key={email} className={classes.item}>
          <Group justify="space-between" wrap="nowrap">
            <div>
              <Text fw={550}>{name}</Text>
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {email}
              </Text>
            </div>
            <Text size="sm">{t(`op.role.${role}` as StringId)}</Text>
          </Group>
        </li>
      ))}
    </Section>
  );
}

function Balances({ holder: { balances } }: { holder: HolderInFull }) {
  const t = useStrings();
  return (
    <Panel title={t('op.holder.balances')}>
      <LeadFigures
        label={t('op.holder.balances')}
        figures={[...new Set(balances.map(({ account }) => account))].map((kind) => ({
          label: t(`op.holder.balance.${kind}`),
          value: balances
            .filter(({ account }) => account === kind)
            .map(({ amount, currency }) => (
              <div key={currency}>
                <Money amount={amount} currency={currency} />
              </div>
            )),
        }))}
      />
    </Panel>
  );
}

function Links({ holder: { holder_id: id, linked } }: { holder: HolderInFull }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  return (
    <Section title={t('op.holder.links')}>
      {linked.map((link) => {
        const other = link.company.holder_id === id ? link.payee : link.company;
        return (
          <li key={link.link_id} className={classes.item}>
            <Group justify="space-between" wrap="nowrap">
              <div>
                <Link
                  to="/h/$holderId/$mode/operator/accounts/$id"
                  params={{ holderId, mode, id: String(other.holder_id) }}
                >
                  {other.name}
                </Link>
                <Text size="xs" c="dimmed">
                  {t(`kind.${link.type}`)} · {link.link_id}
                </Text>
              </div>
              <StateBadge state={link.status} />
            </Group>
          </li>
        );
      })}
    </Section>
  );
}

const quotaNames = ['orders_per_minute', 'bulk_requests_per_minute'] as const;

function Quotas({ holder }: { holder: HolderInFull }) {
  const t = useStrings();
  const intl = useIntl();
  const may = useMay();
  return (
    <Panel title={t('op.holder.limits')}>
      {may('quotas.set') ? (
        <QuotaForm holder={holder} />
      ) : (
        <Stack>
          <FactList
            facts={quotaNames.map((name) => ({
              label: t(`op.holder.quota.${name}`),
              value: intl.formatNumber(holder[name] ?? 0),
            }))}
          />
          <LastChange change={holder.quota_changed} />
        </Stack>
      )}
    </Panel>
  );
}

function QuotaForm({ holder }: { holder: HolderInFull }) {
  const t = useStrings();
  const { form, save } = useQuotaForm(holder);
  const isChanged = quotaNames.some((name) => Number(form.values[name]) !== holder[name]);
  return (
    <form onSubmit={form.onSubmit(() => save.mutate())}>
      <Stack>
        {save.isError && isOfNoField(save.error) && <ProblemNotice error={save.error} />}
        <Group align="flex-end">
          {quotaNames.map((name) => (
            <NumberInput
              key={name}
              label={t(`op.holder.quota.${name}`)}
              min={1}
              max={100_000_000}
              allowDecimal={false}
              thousandSeparator=","
              {...form.getInputProps(name)}
            />
          ))}
          <Button type="submit" variant="default" loading={save.isPending} disabled={!isChanged}>
            {t('op.holder.quota.save')}
          </Button>
        </Group>
        {isChanged && (
          <TextInput
            label={t('limits.reason')}
            description={t('op.holder.quota.reason')}
            maxLength={500}
            {...form.getInputProps('reason')}
          />
        )}
        <LastChange change={holder.quota_changed} />
      </Stack>
    </form>
  );
}

function useQuotaForm(holder: HolderInFull) {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  const form = useForm({
    initialValues: {
      orders_per_minute: (holder.orders_per_minute ?? '') as number | string,
      bulk_requests_per_minute: (holder.bulk_requests_per_minute ?? '') as number | string,
      reason: '',
    },
  });
  const save = useMutation({
    mutationFn: () =>
      dataOf(
        api.PUT('/api/v1/operator/holders/{id}/quota', {
          params: { path: { id: String(holder.holder_id) } },
          body: {
            orders_per_minute: Number(form.values.orders_per_minute),
            bulk_requests_per_minute: Number(form.values.bulk_requests_per_minute),
            reason: form.values.reason.trim(),
          },
        }),
      ),
    onSuccess: () => {
      showToast(t('op.holder.quota.saved'));
      form.setFieldValue('reason', '');
      return queries.invalidateQueries({ queryKey: ['operator'] });
    },
    onError: (error) => {
      for (const { field, message } of problemOf(error).details) form.setFieldError(field, message);
    },
  });
  return { form, save };
}
