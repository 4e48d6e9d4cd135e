/** One exception: what and whose it is, why, the proposed fix with what it does, and who deals with it. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Exception } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Due } from '../../ui/due.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Money } from '../../ui/money.tsx';
import { useOnce } from '../../ui/use-once.ts';
import classes from './desk.module.css';
import { useDisputeLink, useFixLink } from './fix-link.tsx';
import { declinable, fixable } from './kinds.ts';
import { useRowWords } from './row-words.ts';
import { useDesk, useRowAct } from './use-desk.ts';

export type RowDialog = 'fix' | 'decline' | 'assign' | 'notes' | 'done';

type Props = { row: Exception; onOpen: (dialog: RowDialog) => void };

/** @param isSelected its fix is the one primary action of the list. */
export function DeskRow({ row, isSelected, onSelect, onOpen }: Props & { isSelected: boolean; onSelect: () => void }) {
  const t = useStrings();
  const { whyOf, effectOf, subjectOf } = useRowWords();
  const { amount, currency, effect, assignee, due_at: due } = row;
  const subject = subjectOf(row);
  const [why, does] = [whyOf(row), effectOf(row)];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move from row to row, and act on the one with the focus
    <li data-item tabIndex={0} className={classes.item} onFocus={onSelect}>
      <div className={classes.words}>
        <Group gap="xs">
          <Text fw={600}>{t(`desk.kind.${row.kind}`)}</Text>
          {assignee !== null && (
            <Flag tone="active">
              {assignee.is_you ? t('desk.assigned.you') : t('desk.assigned', { name: assignee.name })}
            </Flag>
          )}
        </Group>
        <Group gap={6} className={classes.subject}>
          {subject !== null && <Subject words={subject} orderRef={row.order_ref} />}
          {amount !== null && currency !== null && <Money amount={amount} currency={currency} fw={550} />}
        </Group>
        {why !== null && <Text size="sm">{why}</Text>}
        {does !== null && (
          <Text size="sm" c="dimmed" component="div">
            {does}
            {effect !== null && effect.at !== null && (
              <>
                {': '}
                <Instant at={effect.at} zone />
              </>
            )}
          </Text>
        )}
        <Text size="xs" c="dimmed" component="div">
          <Dotted>
            <span>
              {t('desk.since')} <Instant at={row.since} />
            </span>
            {due !== null && (
              <span>
                {t('desk.due')} <Due at={due} />
              </span>
            )}
          </Dotted>
        </Text>
      </div>
      <Acts row={row} isSelected={isSelected} onOpen={onOpen} />
    </li>
  );
}

/** Of whom or what it is; an order's reference leads to the order. */
function Subject({ words, orderRef }: { words: string; orderRef: string | null }) {
  const { holderId, mode } = useBook();
  if (orderRef === null || orderRef !== words) return <Text component="span">{words}</Text>;
  return (
    <Link to="/h/$holderId/$mode/orders/$ref" params={{ holderId, mode, ref: orderRef }}>
      {words}
    </Link>
  );
}

type ActsProps = Props & { isSelected: boolean };

function Acts({ row, isSelected, onOpen }: ActsProps) {
  const t = useStrings();
  const { mayAssign, mayFinish, mayDo, assign } = useDesk();
  const { subjectOf } = useRowWords();
  const toMe = useRowAct<void>(() => assign(row, 'me'));
  const once = useOnce(toMe);
  const of = `${t(`desk.kind.${row.kind}`)}, ${subjectOf(row) ?? row.object_id}`;
  return (
    <Stack gap={6} className={classes.acts}>
      <FixButton row={row} of={of} isSelected={isSelected} onOpen={onOpen} />
      <Group gap={6}>
        {mayDo(declinable[row.kind]) && (
          <SmallButton words={t('desk.decline')} of={of} data-key="x" onClick={() => onOpen('decline')} />
        )}
        {mayAssign && row.assignee?.is_you !== true && (
          <SmallButton
            words={t('desk.assignMe')}
            of={of}
            data-key="a"
            loading={toMe.isPending}
            onClick={() => once(() => toMe.mutate())}
          />
        )}
        {mayAssign && <SmallButton words={t('desk.assign')} of={of} onClick={() => onOpen('assign')} />}
        <SmallButton
          words={t('desk.notes', { count: row.notes })}
          of={of}
          data-key="n"
          onClick={() => onOpen('notes')}
        />
        {mayFinish && row.ends_by_hand && (
          <SmallButton words={t('desk.done')} of={of} data-key="d" onClick={() => onOpen('done')} />
        )}
      </Group>
    </Stack>
  );
}

type SmallButtonProps = {
  words: string;
  of: string;
  onClick: () => void;
  loading?: boolean;
  'data-key'?: string;
};

function SmallButton({ words, of, ...button }: SmallButtonProps) {
  return (
    <Button size="compact-sm" variant="subtle" color="gray" aria-label={`${words}: ${of}`} {...button}>
      {words}
    </Button>
  );
}

function FixButton({ row, of, isSelected, onOpen }: ActsProps & { of: string }) {
  const { isOperator, mayDo } = useDesk();
  const { fixOf } = useRowWords();
  const linkOf = useFixLink();
  const disputeLink = useDisputeLink();
  const link = row.kind === 'dispute' ? disputeLink(row.object_id, isOperator) : linkOf(row);
  const words = fixOf(row);
  if (link === undefined && !mayDo(fixable[row.kind])) return null;
  const variant = isSelected ? 'filled' : 'default';
  const shown = { size: 'sm', variant, 'data-key': 'Enter', 'aria-label': `${words}: ${of}` } as const;
  return link === undefined ? (
    <Button {...shown} onClick={() => onOpen('fix')}>
      {words}
    </Button>
  ) : (
    <Button {...shown} renderRoot={link}>
      {words}
    </Button>
  );
}
