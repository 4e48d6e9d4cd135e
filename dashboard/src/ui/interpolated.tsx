/** A sentence with an element in place of the line break in the string: `t('…', { email: '\n' })`. */
import type { ReactNode } from 'react';

export function Interpolated({ text, part }: { text: string; part: ReactNode }) {
  const [before, after] = text.split('\n');
  return (
    <>
      {before}
      {after !== undefined && part}
      {after}
    </>
  );
}

/** Characters that fit on a line of the narrowest phone. */
const lineMax = 28;

/** An address that stays on its line; a long one may break anywhere. */
export const Unbroken = ({ text }: { text: string }) => (
  <span style={text.length > lineMax ? { overflowWrap: 'anywhere' } : { whiteSpace: 'nowrap' }}>{text}</span>
);
