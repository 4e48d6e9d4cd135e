/** An outline icon beside a text, and hidden from screen readers: the text says it. */
import { type IconName, iconPaths } from './icon-paths.ts';

/** They point along the text, whichever way it runs; `global.css` turns them. */
const along: ReadonlySet<IconName> = new Set(['arrow-left', 'arrow-right', 'chevron-left', 'chevron-right', 'logout']);

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      data-along={along.has(name) || undefined}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flex: 'none' }}
    >
      {iconPaths[name].map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  );
}
