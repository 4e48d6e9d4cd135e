/** One exception: what and whose it is, why, for how much, the proposed fix with what it does, and who deals with it. */
import { Text } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import type { Exception } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Due } from '../../ui/due.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Money } from '../../ui/money.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { AssignedTo } from './assigned-to.tsx';
import classes from './desk.module.css';
import { FixButton } from './fix-button.tsx';
import { useRowActs } from './row-acts.ts';
import { useRowWords } from './row-words.ts';

export type RowDialog = 'fix' | 'decline' | 'assign' | 'notes' | 'done';

type Props = {
  row: Exception;
  /** Its fix is the one primary action of the list. */
  isSelected: boolean;
  onSelect: () => void;
  onOpen: (dialog: RowDialog) => void;
};

export function DeskRow({ row, isSelected, onSelect, onOpen }: Props) {
  const t = useStrings();
  const { nameOf } = useRowWords();
  const acts = useRowActs(row, onOpen);
  const { amount, currency } = row;
  const of = nameOf(row);
  const onHotkey = getHotkeyHandler(
    acts.flatMap(({ hotkey, onClick }): [string, () => void][] => (hotkey === undefined ? [] : [[hotkey, onClick]])),
  );
  // Keys in the open menu are the menu's: it stands elsewhere on the page.
  const onKeyDown = (event: KeyboardEvent<HTMLLIElement>) => {
    if (event.currentTarget.contains(event.target as Node)) onHotkey(event);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move from row to row, and act on the one with the focus
    <li data-item tabIndex={0} aria-label={of} className={classes.item} onFocus={onSelect} onKeyDown={onKeyDown}>
      <Head row={row} />
      {amount !== null && currency !== null && (
        <div className={classes.amount}>
          <Money amount={amount} currency={currency} fw={550} />
        </div>
      )}
      <Why row={row} />
      <Foot row={row} />
      <div className={classes.acts}>
        <FixButton row={row} of={of} isPrimary={isSelected} onFix={() => onOpen('fix')} />
        <RowMenu label={t('row.actions', { what: of })} actions={acts} />
      </div>
    </li>
  );
}

function Head({ row }: Pick<Props, 'row'>) {
  const t = useStrings();
  const { subjectOf } = useRowWords();
  const { kind, assignee, due_at: due } = row;
  const subject = subjectOf(row);
  return (
    <div className={classes.head}>
      <Text fw={600}>{t(`desk.kind.${kind}`)}</Text>
      {subject !== null && <Subject words={subject} orderRef={row.order_ref} />}
      {due !== null && <Due at={due} day label={t('desk.due')} />}
      <AssignedTo assignee={assignee} />
    </div>
  );
}

function Why({ row }: Pick<Props, 'row'>) {
  const { whyOf } = useRowWords();
  const why = whyOf(row);
  return why === null ? null : (
    <Text size="sm" className={classes.why ?? ''}>
      {why}
    </Text>
  );
}

/** What the fix does, and since when it waits. */
function Foot({ row }: Pick<Props, 'row'>) {
  const t = useStrings();
  const { effectOf } = useRowWords();
  const does = effectOf(row);
  const at = row.effect?.at ?? null;
  return (
    <Text size="xs" c="dimmed" component="div" className={classes.foot ?? ''}>
      {does !== null && (
        <div>
          {does}
          {at !== null && (
            <>
              {': '}
              <Instant at={at} zone />
            </>
          )}
        </div>
      )}
      <Dotted>
        <span>
          {t('desk.since')} <Instant at={row.since} />
        </span>
        {row.notes > 0 && <span>{t('desk.notes', { count: row.notes })}</span>}
      </Dotted>
    </Text>
  );
}

/** Of whom or what it is; an order's reference leads to the order. */
function Subject({ words, orderRef }: { words: string; orderRef: string | null }) {
  const { holderId, mode } = useBook();
  if (orderRef === null || orderRef !== words) return <Text>{words}</Text>;
  return (
    <Link to="/h/$holderId/$mode/orders/$ref" params={{ holderId, mode, ref: orderRef }}>
      {words}
    </Link>
  );
}
