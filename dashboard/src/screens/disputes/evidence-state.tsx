/** How far the evidence of an account is, for the operator, who hands it over where the provider takes none by API. */
import { Alert, Button, Group, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { OperatorDisputeInFull } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Due } from '../../ui/due.tsx';
import { Icon } from '../../ui/icon.tsx';
import { showToast } from '../../ui/toast.ts';

/** Who must act next. */
const actorIn = {
  waiting: 'operator',
  sending: 'provider',
  submitted: 'bank',
} as const;

export function EvidenceState({ dispute }: { dispute: OperatorDisputeInFull }) {
  const t = useStrings();
  const may = useMay();
  const [isAsking, setAsking] = useState(false);
  const { status, evidence, evidence_due_at: due, payee } = dispute;
  const state = evidence?.state ?? 'none';
  const isWaiting = state === 'waiting';
  if (!isWaiting && status !== 'needs_response') {
    return status === 'under_review' ? (
      <Alert color="gray" variant="light" icon={<Icon name="clock" />} title={t('evidence.op.who.bank')} />
    ) : null;
  }
  if (state === 'none' || state === 'draft') return <AccountResponds dispute={dispute} />;
  const until = due !== null && state !== 'sending' && state !== 'submitted' && (
    <>
      {t('dispute.respond.until')} <Due at={due} />.
    </>
  );
  const words =
    state === 'sending' || state === 'submitted'
      ? (`evidence.is.${state}` as const)
      : (`evidence.op.${state}` as const);
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<Icon name={isWaiting ? 'inbox' : 'alert-triangle'} />}
      title={t(`evidence.op.who.${actorIn[state]}`, { name: payee.name })}
    >
      <Stack gap="sm">
        <div>
          {t(words, { name: payee.name })} {until}
        </div>
        {isWaiting && may('disputes.hand_over') && (
          <Group>
            <Button size="xs" onClick={() => setAsking(true)}>
              {t('evidence.op.handOver')}
            </Button>
          </Group>
        )}
      </Stack>
      {isAsking && <HandOver id={dispute.dispute_id} onClose={() => setAsking(false)} />}
    </Alert>
  );
}

/** It is the account that has to respond: the operator can only see to it that it does. */
function AccountResponds({ dispute }: { dispute: OperatorDisputeInFull }) {
  const t = useStrings();
  const { evidence, evidence_due_at: due, payee } = dispute;
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<Icon name="alert-triangle" />}
      title={
        due === null ? (
          t('evidence.op.who.account', { name: payee.name })
        ) : (
          <>
            {t('dispute.op.until', { name: payee.name })} <Due at={due} day />
          </>
        )
      }
    >
      <Stack gap="sm" align="flex-start">
        <div>
          {t(evidence === null ? 'evidence.op.none' : 'evidence.op.draft', { name: payee.name })}{' '}
          {t('dispute.op.orLost')}
        </div>
        <MailButton dispute={dispute} />
      </Stack>
    </Alert>
  );
}

/** Writes to those who may respond: the owners of the account and those who do its finances. */
function MailButton({ dispute: { dispute_id: id, payee } }: { dispute: OperatorDisputeInFull }) {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const params = { path: { id: String(payee.holder_id) } };
  const { data } = useQuery({
    queryKey: ['operator', 'holder', holderId, mode, params.path.id],
    queryFn: () => dataOf(api.GET('/api/v1/operator/holders/{id}', { params })),
  });
  const to = (data?.people ?? []).filter(({ role }) => role === 'owner' || role === 'finance');
  if (to.length === 0) return null;
  const subject = encodeURIComponent(t('dispute.op.mail.subject', { id }));
  const href = `mailto:${to.map(({ email }) => encodeURIComponent(email).replace('%40', '@')).join(',')}?subject=${subject}`;
  return (
    <Button size="xs" component="a" href={href} leftSection={<Icon name="mail" size={16} />}>
      {t('dispute.op.mail', { name: payee.name })}
    </Button>
  );
}

function HandOver({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  const handOver = useMutation({
    mutationFn: () => dataOf(api.POST('/api/v1/operator/disputes/{id}/hand-over', { params: { path: { id } } })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['operator'] });
      onClose();
      showToast(t('evidence.op.handOver.done'));
    },
  });
  return (
    <Confirm
      title={t('evidence.op.handOver')}
      action={t('evidence.op.handOver')}
      onConfirm={() => handOver.mutate()}
      onClose={onClose}
      act={handOver}
    >
      {t('evidence.op.handOver.text')}
    </Confirm>
  );
}
