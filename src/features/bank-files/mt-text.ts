/** What the readers of `:86:` have in common: what a structure says, and lines as they were before the bank folded them. Pure. */

/** What a structure says; each text as it stands. */
export type Information = {
  code?: string | undefined;
  endToEndId?: string | undefined;
  texts: (string | undefined)[];
  /** The direct party first, then the one for whom it acts. */
  names?: (string | undefined)[];
  accounts?: (string | undefined)[];
  isReturned?: boolean;
  reason?: string | undefined;
  /** What was sent, and what the bank kept: `EUR11,85`. */
  original?: string | undefined;
  charges?: string | undefined;
};

/**
 * The lines as the bank folded them: a full line goes on without a space, wherever it was cut. A blank line ends a
 * paragraph, `\n`. @param full how many characters make a line full: banks count the tag of the first.
 */
export function unfolded(lines: readonly string[], full: { first: number; others: number }): string {
  let text = '';
  let isFull = true;
  for (const [at, line] of lines.entries()) {
    const isBlank = line.trim() === '';
    if (isBlank) text += '\n';
    else text += isFull || text.endsWith('\n') ? line : ` ${line}`;
    isFull = isBlank || line.length >= (at === 0 ? full.first : full.others) || line.endsWith(' ');
  }
  return text.trim();
}
