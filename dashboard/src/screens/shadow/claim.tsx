/** Pays a restaurant that has joined what is owed to it: first what would be paid, then the payment. */
import { Alert, Button, Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { pageOf } from '../../api/client.ts';
import { nextKeyOf } from '../../api/once.ts';
import { Problem } from '../../api/problem.ts';
import type { ShadowClaimPreview, ShadowRestaurant } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Money, useMoney } from '../../ui/money.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { TopUpDialog } from '../wallets/top-up-dialog.tsx';
import { nameOf } from './name-of.ts';

const linksShown = 100;

export function Claim({ restaurant, onClose }: { restaurant: ShadowRestaurant; onClose: () => void }) {
  const t = useStrings();
  const money = useMoney();
  const { api, holderId, mode } = useBook();
  const queries = useQueryClient();
  const { shadow_merchant_ref: ref, claim_to: joined } = restaurant;
  const [topUp, setTopUp] = useState<{ amount: number; currency: string }>();
  const [linkId, setLinkId] = useState(joined?.beneficiary_ref);
  const links = useQuery({
    queryKey: ['links', holderId, mode, 'merchants'],
    queryFn: () =>
      pageOf(
        api.GET('/api/v1/links', { params: { query: { type: 'merchant', status: 'active', limit: linksShown } } }),
      ),
  });
  const preview = usePreview(ref, linkId);
  const name = links.data?.data.find(({ id }) => id === linkId)?.name ?? joined?.name ?? nameOf(restaurant) ?? ref;
  const path = `/api/v1/shadow/${encodeURIComponent(ref)}/claims`;
  const claim = useMutation({
    mutationFn: () =>
      api.POST('/api/v1/shadow/{ref}/claims', {
        params: { path: { ref } },
        body: { beneficiary_ref: linkId as number, claim_ref: `dashboard-${nextKeyOf({ holderId, mode }, path)}` },
      }),
    onSuccess: () => {
      showToast(t('shadow.claim.done', { name }));
      onClose();
      return queries.invalidateQueries();
    },
  });
  const totals = preview.data?.totals ?? [];
  const sums = totals.map(({ amount, currency }) => money(amount, currency)).join(' + ');
  return (
    <FormDialog
      title={t('shadow.claim.title', { name: nameOf(restaurant) ?? ref })}
      action={sums === '' ? t('shadow.claim.now') : t('shadow.claim.submit', { amount: sums })}
      canSubmit={totals.length > 0 && totals.every(({ missing }) => missing <= 0)}
      onSubmit={() => claim.mutate()}
      onClose={onClose}
      act={claim}
    >
      <Select
        label={t('shadow.claim.to')}
        searchable
        allowDeselect={false}
        value={linkId === undefined ? null : String(linkId)}
        data={(links.data?.data ?? []).map((link) => ({ value: String(link.id), label: `${link.name} (${link.id})` }))}
        onChange={(chosen) => setLinkId(chosen === null ? undefined : Number(chosen))}
      />
      {linkId === undefined && <Text c="dimmed">{t('shadow.claim.choose')}</Text>}
      {preview.isError && <ProblemNotice error={preview.error} onRetry={() => void preview.refetch()} />}
      {preview.isLoading && <Skeleton height={80} />}
      {totals.map((total) => (
        <ClaimTotal
          key={total.currency}
          total={total}
          orders={preview.data?.orders}
          onTopUp={() => setTopUp({ amount: total.missing, currency: total.currency })}
        />
      ))}
      {topUp !== undefined && (
        <TopUpDialog currencies={[topUp.currency]} missing={topUp} onClose={() => setTopUp(undefined)} />
      )}
    </FormDialog>
  );
}

function usePreview(ref: string, linkId: number | undefined) {
  const { api, holderId, mode } = useBook();
  return useQuery({
    queryKey: ['claim', holderId, mode, ref, linkId],
    enabled: linkId !== undefined,
    staleTime: 0,
    queryFn: async () => {
      const { data } = await api.POST('/api/v1/shadow/{ref}/claims', {
        params: { path: { ref } },
        body: { beneficiary_ref: linkId as number, dry_run: true },
      });
      if (data?.data.status !== 'preview') throw new Problem(0, {});
      return data.data;
    },
  });
}

type ClaimTotalProps = {
  total: ShadowClaimPreview['totals'][number];
  orders: number | undefined;
  onTopUp: () => void;
};

/** What would be paid in one currency, and what clearing lacks for it. */
function ClaimTotal({ total, orders, onTopUp }: ClaimTotalProps) {
  const t = useStrings();
  const money = useMoney();
  const { currency, missing } = total;
  return (
    <Stack gap="xs">
      <Facts
        cols={2}
        facts={[
          { label: t('shadow.claim.orders'), value: orders },
          { label: t('shadow.claim.amount'), value: <Money amount={total.amount} currency={currency} /> },
          { label: t('shadow.claim.debt'), value: <Money amount={total.debt_recovered} currency={currency} /> },
          {
            label: t('shadow.claim.spendable'),
            value: <Money amount={total.clearing_spendable} currency={currency} />,
          },
        ]}
      />
      {missing > 0 && (
        <Alert color="yellow" icon={<Icon name="alert-triangle" />}>
          {t('shadow.claim.missing', { amount: money(missing, currency) })}
          <Group mt="sm">
            <Button size="xs" variant="default" onClick={onTopUp}>
              {t('shadow.claim.topUp')}
            </Button>
          </Group>
        </Alert>
      )}
    </Stack>
  );
}
