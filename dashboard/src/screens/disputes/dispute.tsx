/** One dispute: until when to respond, its payment, what was taken from whom, and what the operator may do. */
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { dataOf, documentOf } from '../../api/client.ts';
import type { OperatorDisputeInFull } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Figures } from '../../ui/figures.tsx';
import { Instant } from '../../ui/instant.tsx';
import { useAccountWords } from '../../ui/ledger-words.ts';
import { Money, useMoney } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { payerLines } from '../../ui/payer-lines.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import { AtOnceButton } from '../operator/at-once-button.tsx';
import { DisputeBadge } from './dispute-badge.tsx';
import { DisputeFrame } from './dispute-frame.tsx';
import { EvidenceShown } from './evidence-shown.tsx';
import { EvidenceState } from './evidence-state.tsx';
import { useReasonWords } from './reason-words.ts';

export function Dispute() {
  const { id } = useParams({ from: '/signed-in/h/$holderId/$mode/operator/disputes/$id' });
  const { holderId, mode, api } = useBook();
  const query = useQuery({
    queryKey: ['operator', 'dispute', holderId, mode, id],
    queryFn: () => dataOf(api.GET('/api/v1/operator/disputes/{id}', { params: { path: { id } } })),
  });
  return <DisputeFrame query={query}>{(dispute) => <Shown dispute={dispute} />}</DisputeFrame>;
}

function Shown({ dispute }: { dispute: OperatorDisputeInFull }) {
  const t = useStrings();
  const format = useMoney();
  const may = useMay();
  const { payee, payment } = dispute;
  return (
    <Page
      title={t('dispute.heading', { amount: format(dispute.amount, dispute.currency), name: payee.name })}
      note={
        <Group gap="xs">
          <DisputeBadge status={dispute.status} />
          <Copyable value={dispute.dispute_id} what={t('dispute.id')} />
        </Group>
      }
      actions={
        may('disputes.check') && payment !== null && payment.provider !== 'wallet' && <Check id={dispute.dispute_id} />
      }
    >
      <EvidenceState dispute={dispute} />
      <DisputeFacts dispute={dispute} />
      <NextSteps dispute={dispute} />
      {dispute.evidence !== null && dispute.evidence.state !== 'draft' && (
        <EvidenceShown
          evidence={dispute.evidence.sent}
          path={`/operator/disputes/${dispute.dispute_id}`}
          actions={dispute.evidence.sent.purged_at === null && <DownloadAll id={dispute.dispute_id} />}
        />
      )}
      {payment !== null && <Payment id={dispute.payment_id} payment={payment} />}
      <Panel title={t('dispute.taken')} isFlush>
        <Transfers transfers={dispute.transfers} />
        <Text size="xs" c="dimmed" px="lg" py="sm">
          {t('dispute.taken.text')}
        </Text>
      </Panel>
    </Page>
  );
}

/** For the provider, to which the operator hands it over. */
function DownloadAll({ id }: { id: string }) {
  const t = useStrings();
  const book = useBook();
  return (
    <DownloadButton
      href={documentOf(book, `/operator/disputes/${id}/evidence.zip`)}
      label={t('evidence.op.download')}
      size="xs"
    />
  );
}

function DisputeFacts({ dispute }: { dispute: OperatorDisputeInFull }) {
  const t = useStrings();
  const reasonOf = useReasonWords();
  const { holderId, mode } = useBook();
  const { payee, fee } = dispute;
  return (
    <Facts
      facts={[
        { label: t('dispute.reason'), value: reasonOf(dispute.reason) },
        { label: t('dispute.money'), value: t(`dispute.money.${dispute.money}`) },
        {
          label: t('dispute.payee'),
          value: (
            <Link
              to="/h/$holderId/$mode/operator/accounts/$id"
              params={{ holderId, mode, id: String(payee.holder_id) }}
            >
              {payee.name}
            </Link>
          ),
        },
        { label: t('dispute.opened'), value: <Instant at={dispute.created_at} /> },
        ...(fee === null ? [] : [{ label: t('dispute.fee'), value: <Fee fee={fee} /> }]),
      ]}
    />
  );
}

function Fee({ fee }: { fee: NonNullable<OperatorDisputeInFull['fee']> }) {
  const t = useStrings();
  const format = useMoney();
  return (
    <>
      <Money amount={fee.charged} currency={fee.currency} />
      {fee.returned > 0 && (
        <Text size="xs" c="dimmed">
          {t('dispute.fee.returned', { amount: format(fee.returned, fee.currency) })}
        </Text>
      )}
    </>
  );
}

/** Where the operator acts on the payee. */
function NextSteps({ dispute: { payee, status, dispute_id: dispute } }: { dispute: OperatorDisputeInFull }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  return (
    <Panel title={t('dispute.acts')}>
      <Stack gap="xs">
        <Text>{t(status === 'under_review' ? 'dispute.acts.text' : `dispute.acts.${status}`)}</Text>
        <Group gap="lg">
          <Anchor
            renderRoot={(props) => (
              <Link
                to="/h/$holderId/$mode/operator/accounts/$id"
                params={{ holderId, mode, id: String(payee.holder_id) }}
                {...props}
              />
            )}
          >
            {t('dispute.acts.account', { name: payee.name })}
          </Anchor>
          <Anchor
            renderRoot={(props) => (
              <Link
                to="/h/$holderId/$mode/operator/payouts"
                params={{ holderId, mode }}
                search={{ search: payee.name }}
                {...props}
              />
            )}
          >
            {t('dispute.acts.payouts')}
          </Anchor>
          <Anchor
            renderRoot={(props) => (
              <Link
                to="/h/$holderId/$mode/traces/$id"
                params={{ holderId, mode, id: `dispute:${dispute}` }}
                {...props}
              />
            )}
          >
            {t('trace.title')}
          </Anchor>
        </Group>
      </Stack>
    </Panel>
  );
}

function Check({ id }: { id: string }) {
  const t = useStrings();
  const { api } = useBook();
  return (
    <AtOnceButton
      label={t('dispute.check')}
      act={() => dataOf(api.POST('/api/v1/operator/disputes/{id}/check', { params: { path: { id } } }))}
      said={() => t('dispute.check.done')}
    />
  );
}

function Payment({ id, payment }: { id: string; payment: NonNullable<OperatorDisputeInFull['payment']> }) {
  const t = useStrings();
  const payer = payerLines(payment.payer).join(', ');
  return (
    <Panel title={t('dispute.payment')}>
      <Facts
        isBare
        facts={[
          { label: t('app.amount'), value: <Money amount={payment.amount} currency={payment.currency} /> },
          { label: t('dispute.status'), value: <StateBadge state={payment.status} /> },
          { label: t('dispute.paidAt'), value: <Instant at={payment.created_at} /> },
          { label: t('dispute.payer'), value: payer === '' ? t('app.none') : payer },
          {
            label: t('dispute.refunded'),
            value: <Money amount={payment.refunded_amount} currency={payment.currency} />,
          },
          ...(payment.description === null ? [] : [{ label: t('dispute.shownToPayer'), value: payment.description }]),
          { label: t('dispute.paymentFee'), value: <Money amount={payment.fee} currency={payment.currency} /> },
        ]}
      />
      <Group gap="lg" mt="md">
        <Id label={t('dispute.paymentId')} value={id} />
        {payment.provider_ref !== null && <Id label={t('dispute.providerRef')} value={payment.provider_ref} />}
      </Group>
    </Panel>
  );
}

const Id = ({ label, value }: { label: string; value: string }) => (
  <div>
    <Text size="xs" c="dimmed">
      {label}
    </Text>
    <Copyable value={value} what={label} />
  </div>
);

function Transfers({ transfers }: { transfers: OperatorDisputeInFull['transfers'] }) {
  const t = useStrings();
  const wordsOf = useAccountWords();
  return (
    <Figures
      isFlush
      isStacked
      label={t('dispute.taken.table')}
      heads={[
        { title: t('dispute.book') },
        { title: t('dispute.what') },
        { title: t('dispute.from') },
        { title: t('dispute.to') },
        { title: t('app.amount'), align: 'end' },
      ]}
      rows={transfers.map((transfer) => ({
        key: `${transfer.holder.holder_id}/${transfer.transfer_id}`,
        cells: [
          transfer.holder.kind === 'service' ? t('recon.own') : transfer.holder.name,
          <div key="what">
            {t(`code.${transfer.code}`)}
            <Text size="xs" c="dimmed" component="div">
              <Instant at={transfer.created_at} />
            </Text>
          </div>,
          wordsOf(transfer.from),
          wordsOf(transfer.to),
          <Money key="amount" amount={transfer.amount} currency={transfer.currency} />,
        ],
      }))}
    />
  );
}
