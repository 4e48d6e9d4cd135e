/** Words that appear while the pointer rests on something. */
import { lazy, type ReactElement, Suspense } from 'react';

/** A phone has nothing to hover with, and loads nothing for it. */
const mayHover = matchMedia('(hover: hover)').matches;

const Tooltip = lazy(async () => ({ default: (await import('./tooltip.tsx')).Tooltip }));

type Props = {
  label: string;
  openDelay?: number;
  /** One element that takes a `ref`. */
  children: ReactElement;
};

export function Hint({ children, ...hint }: Props) {
  if (!mayHover) return children;
  return (
    <Suspense fallback={children}>
      <Tooltip {...hint}>{children}</Tooltip>
    </Suspense>
  );
}
