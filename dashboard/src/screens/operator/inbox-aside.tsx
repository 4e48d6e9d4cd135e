/** Beside the decisions that wait: what else may need the operator, and how the books are. */
import { Alert, Anchor, Box, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { OperatorInbox } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Instant } from '../../ui/instant.tsx';
import classes from './operator.module.css';

type Props = { inbox: OperatorInbox };

export function InboxAside({ inbox }: Props) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const book = { holderId, mode };
  const firstSource = inbox.statement_lines.sources[0]?.source;
  return (
    <Stack>
      {inbox.bank_details.currencies.length === 0 && mode === 'live' && <NoBankDetails />}
      <div className={classes.standing}>
        <BooksTile inbox={inbox} />
        <Tile
          title={t('op.inbox.toSend')}
          value={inbox.payouts.to_send}
          text={t('op.inbox.toSend.text')}
          link={(props) => (
            <Link to="/h/$holderId/$mode/operator/payouts" params={book} search={{ status: 'approved' }} {...props} />
          )}
        />
        <Tile
          title={t('op.inbox.late')}
          value={inbox.late_captures.count}
          text={t('op.inbox.late.text', inbox.late_captures)}
          link={(props) => <Link to="/h/$holderId/$mode/operator/late-captures" params={book} {...props} />}
        />
        <DisputesTile inbox={inbox} />
        {inbox.bank_refunds.count > 0 && (
          <Tile
            title={t('op.inbox.refunds')}
            value={inbox.bank_refunds.count}
            text={t('op.inbox.refunds.text')}
            link={(props) => <Link to="/h/$holderId/$mode/operator/transfers" params={book} {...props} />}
          />
        )}
        <Tile
          title={t('op.inbox.lines')}
          value={inbox.statement_lines.count}
          text={t('op.inbox.lines.text', {
            count: inbox.statement_lines.count,
            possible: inbox.statement_lines.possible_duplicates,
            gaps: inbox.statement_lines.gaps,
          })}
          link={(props) => (
            <Link
              to="/h/$holderId/$mode/operator/reconciliation"
              params={book}
              search={firstSource === undefined ? {} : { source: firstSource }}
              {...props}
            />
          )}
        />
      </div>
    </Stack>
  );
}

function NoBankDetails() {
  const t = useStrings();
  const { holderId, mode } = useBook();
  return (
    <Alert color="yellow" variant="light" title={t('op.inbox.noBankDetails.title')}>
      <Text>{t('op.inbox.noBankDetails.text')}</Text>
      <Anchor
        c="var(--mantine-color-text)"
        underline="always"
        renderRoot={(props) => (
          <Link to="/h/$holderId/$mode/operator/bank-details" params={{ holderId, mode }} {...props} />
        )}
      >
        {t('op.inbox.noBankDetails.action')}
      </Anchor>
    </Alert>
  );
}

const booksTones = { unknown: 'neutral', balanced: 'done', unbalanced: 'failed' } as const;

function BooksTile({ inbox: { books } }: Props) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  return (
    <Tile
      title={t('op.inbox.books')}
      value={<Flag tone={booksTones[books.state]}>{t(`op.books.badge.${books.state}`)}</Flag>}
      text={books.verified_at === null ? t('op.books.unknown.later') : <Instant at={books.verified_at} />}
      link={(props) => <Link to="/h/$holderId/$mode/operator/books" params={{ holderId, mode }} {...props} />}
    />
  );
}

function DisputesTile({ inbox: { disputes } }: Props) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  return (
    <Tile
      title={t('op.inbox.disputes')}
      value={disputes.due > 0 ? disputes.due : disputes.open}
      text={
        disputes.to_hand_over > 0 ? (
          t('op.inbox.disputes.handOver', { count: disputes.to_hand_over })
        ) : disputes.next_due_at === null ? (
          t('op.inbox.disputes.none')
        ) : (
          <>
            {t('op.inbox.disputes.text')} <Instant at={disputes.next_due_at} day />
          </>
        )
      }
      link={(props) => <Link to="/h/$holderId/$mode/operator/disputes" params={{ holderId, mode }} {...props} />}
    />
  );
}

type TileProps = { title: string; value: ReactNode; text: ReactNode; link: (props: object) => ReactNode };

const Tile = ({ title, value, text, link }: TileProps) => (
  <Box className={classes.link ?? ''} renderRoot={link}>
    <Group justify="space-between" align="baseline" wrap="nowrap" gap="xs">
      <Text fw={550}>{title}</Text>
      <Text fw={650} className="amount" component="div">
        {value}
      </Text>
    </Group>
    <Text size="xs" c="dimmed" component="div">
      {text}
    </Text>
  </Box>
);
