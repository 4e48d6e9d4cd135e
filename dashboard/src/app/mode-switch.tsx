/**
 * Test or live: the same screen in the other mode. Links, so that no arrow key changes the book. Until the account is approved, live
 * leads to what going live takes. Of bare elements: every screen has it, and a control that measures itself holds up the first painting
 * of them all.
 */
import { Link, type LinkProps, useMatches, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Mode } from '../api/client.ts';
import { useStrings } from '../strings/strings.tsx';
import { useBook } from './book.ts';
import classes from './mode-switch.module.css';
import { inMode } from './navigation.ts';

const modes = ['test', 'live'] as const satisfies readonly Mode[];

const Waiting = lazy(async () => ({ default: (await import('./waiting-in-mode.tsx')).WaitingInMode }));

export function ModeSwitch() {
  const t = useStrings();
  const { holderId, mode, holder } = useBook();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const pattern = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '/h/$holderId/$mode' });
  const linkTo = (chosen: Mode): LinkProps =>
    chosen === 'live' && holder.status === 'pending'
      ? { to: '/h/$holderId/$mode/settings/business', params: { holderId, mode: 'test' } }
      : { to: inMode(holder, chosen, { pattern, path }) as LinkProps['to'], params: { holderId, mode: chosen } };
  return (
    <ul aria-label={t('app.mode')} className={classes.modes}>
      {modes.map((one) => {
        const current = { 'aria-current': one === mode ? ('true' as const) : undefined };
        return (
          <li key={one}>
            <Link {...linkTo(one)} {...current} activeProps={current} className={classes.mode}>
              {t(`app.${one}`)}
              {holder.kind === 'service' && one !== mode && (
                <Suspense>
                  <Waiting mode={one} />
                </Suspense>
              )}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
