/** Screens that belong together, each with an address of its own: links in a row below the heading. */
import { Link, type LinkProps, useRouterState } from '@tanstack/react-router';
import { useBook } from './book.ts';
import classes from './tabs.module.css';

type Tab = { to: NonNullable<LinkProps['to']>; label: string };

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const { holderId, mode } = useBook();
  const path = useRouterState({ select: ({ location }) => location.pathname.replace(/\/$/, '') });
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map((tab) => {
        const here = tab.to.replace('$holderId', String(holderId)).replace('$mode', mode) === path;
        return (
          <Link
            key={tab.to}
            to={tab.to as '/h/$holderId/$mode'}
            params={{ holderId, mode }}
            className={classes.tab}
            data-active={here || undefined}
            aria-current={here ? 'page' : undefined}
            ref={here ? showTab : undefined}
          >
            {tab.label}
          </Link>
        );
      })}
    </nav>
  );
}

/** Scrolls to a tab that is out of view, moving only the row, not the page. */
function showTab(tab: HTMLAnchorElement | null): void {
  const row = tab?.parentElement;
  if (row) row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}
