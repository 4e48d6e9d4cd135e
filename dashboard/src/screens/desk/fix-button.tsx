/** The button of an exception's proposed fix, which opens its dialog or the screen where it is made. */
import { Button } from '@mantine/core';
import type { Exception } from '../../api/types.ts';
import { useDisputeLink, useFixLink } from './fix-link.tsx';
import { fixable } from './kinds.ts';
import { useRowWords } from './row-words.ts';
import { useDesk } from './use-desk.ts';

type Props = { row: Exception; of: string; isPrimary: boolean; onFix: () => void };

/** @param of which exception, for who hears the button alone. */
export function FixButton({ row, of, isPrimary, onFix }: Props) {
  const { isOperator, mayDo } = useDesk();
  const { fixOf } = useRowWords();
  const linkOf = useFixLink();
  const disputeLink = useDisputeLink();
  const link = row.kind === 'dispute' ? disputeLink(row.object_id, isOperator) : linkOf(row);
  const words = fixOf(row);
  if (link === undefined && !mayDo(fixable[row.kind])) return null;
  const variant = isPrimary ? 'filled' : 'default';
  const shown = { size: 'sm', variant, flex: 1, 'data-key': 'Enter', 'aria-label': `${words}: ${of}` } as const;
  return link === undefined ? (
    <Button {...shown} onClick={onFix}>
      {words}
    </Button>
  ) : (
    <Button {...shown} renderRoot={link}>
      {words}
    </Button>
  );
}
