/** What the books say: the transfer that a line is, or those that it could be, to decide on. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { NamedTransfer, StatementLine, StatementMatch } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Flag } from '../../ui/flag.tsx';
import { useIsPhone } from '../../ui/is-phone.ts';
import { useMoney } from '../../ui/money.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { type RowAction, RowMenu } from '../../ui/row-menu.tsx';
import { showToast } from '../../ui/toast.ts';
import { BookDialog } from './book-dialog.tsx';
import { DirectionQuestion, DuplicateQuestion, SaidByHand } from './line-questions.tsx';
import { MatchDialog } from './match-dialog.tsx';
import classes from './reconciliation.module.css';
import { ReturnedPayout } from './returned-payout.tsx';
import { canSendBack, ReturnRejected, SendBackDialog, SentBack } from './send-back.tsx';
import { TakenBackPayment } from './taken-back-payment.tsx';
import { TakenBackTopUp } from './taken-back-top-up.tsx';
import { TransferFacts } from './transfer-facts.tsx';

export function TransferSide({ line }: { line: StatementLine }) {
  if (line.direction === 'unknown') return <DirectionQuestion line={line} />;
  if (line.duplicate === 'possible' || line.duplicate === 'same') return <DuplicateQuestion line={line} />;
  return (
    <Stack gap="xs">
      {line.matches.map((match) => (
        <Matched key={`${match.holder.holder_id}/${match.transfer_id}`} line={line} match={match} />
      ))}
      {line.sent_back !== null && <SentBack line={line} sentBack={line.sent_back} />}
      {line.return_rejected !== null && <ReturnRejected rejected={line.return_rejected} />}
      {line.status === 'open' && <Open line={line} />}
    </Stack>
  );
}

const keyOf = ({ holder, transfer_id }: NamedTransfer) => ({ holder_id: holder.holder_id, transfer_id });

const explains = (line: StatementLine): boolean =>
  line.returns !== null || line.takes_back !== null || line.takes_back_payment !== null;

function Open({ line }: { line: StatementLine }) {
  const t = useStrings();
  const { api } = useBook();
  const may = useMay();
  const queries = useQueryClient();
  const { by, transfers } = line.candidates;
  const match = useMutation({
    mutationFn: (transfer: NamedTransfer) =>
      dataOf(
        api.POST('/api/v1/operator/statement-lines/{id}/match', {
          params: { path: { id: String(line.line_id) } },
          body: { transfers: [keyOf(transfer)] },
        }),
      ),
    onSuccess: () => showToast(t('recon.matched')),
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  return (
    <Stack gap="xs">
      {match.isError && <ProblemNotice error={match.error} />}
      {line.returns !== null && <ReturnedPayout line={line} payoutId={line.returns} />}
      {line.takes_back !== null && <TakenBackTopUp line={line} topUp={line.takes_back} />}
      {line.takes_back_payment !== null && <TakenBackPayment line={line} payment={line.takes_back_payment} />}
      {transfers.length === 0 && !explains(line) && (
        <Text c="dimmed" mt={4}>
          {t('recon.noCandidates')}
        </Text>
      )}
      {transfers.length > 0 && (
        <ul className={classes.choices}>
          {transfers.map((transfer, at) => (
            <li key={`${transfer.holder.holder_id}/${transfer.transfer_id}`}>
              <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
                <TransferFacts transfer={transfer} />
                {may('reconciliation.match') && (
                  <Button
                    size="xs"
                    {...(at === 0 ? {} : { variant: 'default' })}
                    flex="none"
                    loading={match.isPending && match.variables === transfer}
                    disabled={match.isPending}
                    {...(at === 0 ? { 'data-key': 'Enter' } : {})}
                    onClick={() => match.mutate(transfer)}
                  >
                    {t('recon.match')}
                  </Button>
                )}
              </Group>
            </li>
          ))}
        </ul>
      )}
      {transfers.length > 0 && (
        <Text size="xs" c="dimmed">
          {t(`recon.by.${by}`, { count: transfers.length })}
        </Text>
      )}
      <OtherWays line={line} />
    </Stack>
  );
}

/** What else a person can do with an open line. On a phone the rarest of it is in a menu. */
function OtherWays({ line }: { line: StatementLine }) {
  const t = useStrings();
  const may = useMay();
  const isPhone = useIsPhone();
  const [asked, setAsked] = useState<'pick' | 'book' | 'sendBack'>();
  const close = () => setAsked(undefined);
  const sendBack: RowAction[] =
    canSendBack(line) && may('transfers.return')
      ? [{ label: t('recon.sendBack'), icon: 'arrow-back-up', onClick: () => setAsked('sendBack') }]
      : [];
  return (
    <>
      <Group gap="xs">
        {may('reconciliation.match') && (
          <>
            <Button size="xs" variant="default" data-key="m" onClick={() => setAsked('pick')}>
              {t('recon.pick')}
            </Button>
            <Button size="xs" variant="default" data-key="b" onClick={() => setAsked('book')}>
              {t('recon.book')}
            </Button>
          </>
        )}
        {isPhone ? (
          <RowMenu label={t('row.actions', { what: line.reference || line.statement.file_name })} actions={sendBack} />
        ) : (
          sendBack.map(({ label, onClick }) => (
            <Button key={label} size="xs" variant="default" onClick={onClick}>
              {label}
            </Button>
          ))
        )}
        <SaidByHand line={line} />
      </Group>
      {asked === 'pick' && <MatchDialog line={line} onClose={close} />}
      {asked === 'book' && <BookDialog line={line} onClose={close} />}
      {asked === 'sendBack' && <SendBackDialog line={line} onClose={close} />}
    </>
  );
}

/** Taken back from a payee with this line of the bank. */
const isTakeBack = ({ code, matched_by_hand }: StatementMatch): boolean =>
  matched_by_hand && (code === 'chargeback' || code === 'chargeback_advance');

function Matched({ line, match }: { line: StatementLine; match: StatementMatch }) {
  const t = useStrings();
  const format = useMoney();
  const { api } = useBook();
  const may = useMay();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const takeBack = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/api/v1/operator/statement-lines/{id}/unmatch', {
          params: { path: { id: String(line.line_id) } },
          body: { transfers: [keyOf(match)] },
        }),
      ),
    onSuccess: () => setAsking(false),
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  return (
    <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap" mt={4}>
      <Stack gap={6} miw={0}>
        <TransferFacts transfer={match} />
        <Group>
          <Flag tone="done">
            {match.rule === null
              ? t(match.matched_by_hand ? 'recon.byHand' : 'recon.byRule')
              : t('recon.byRule.named', { id: match.rule.rule_id, text: match.rule.text })}
          </Flag>
        </Group>
      </Stack>
      {may('reconciliation.unmatch') && (
        <Button size="xs" variant="default" flex="none" onClick={() => setAsking(true)}>
          {t('recon.unmatch')}
        </Button>
      )}
      {isAsking && (
        <Confirm
          title={t('recon.unmatch.title')}
          action={t('recon.unmatch')}
          destroys
          onConfirm={() => takeBack.mutate()}
          onClose={() => setAsking(false)}
          act={takeBack}
        >
          {isTakeBack(match)
            ? t('recon.unmatch.takeBack')
            : t(match.matched_by_hand ? 'recon.unmatch.hand' : 'recon.unmatch.rule', {
                amount: format(match.amount, line.currency),
              })}
        </Confirm>
      )}
    </Group>
  );
}
