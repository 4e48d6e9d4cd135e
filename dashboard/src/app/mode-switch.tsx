/**
 * Test or live. Until the account is approved, live leads to what going live takes. Of bare elements: every screen has
 * it, and a control that measures itself holds up the first painting of them all.
 */
import { useNavigate } from '@tanstack/react-router';
import type { Mode } from '../api/client.ts';
import { useStrings } from '../strings/strings.tsx';
import { useBook } from './book.ts';
import classes from './mode-switch.module.css';

const modes = ['test', 'live'] as const satisfies readonly Mode[];

export function ModeSwitch() {
  const t = useStrings();
  const navigate = useNavigate();
  const { holderId, mode, holder } = useBook();
  const open = (chosen: Mode) =>
    chosen === 'live' && holder.status === 'pending'
      ? navigate({ to: '/h/$holderId/$mode/settings/business', params: { holderId, mode: 'test' } })
      : navigate({ to: '/h/$holderId/$mode', params: { holderId, mode: chosen } });
  return (
    <div role="radiogroup" aria-label={t('app.mode')} className={classes.modes}>
      {modes.map((one) => (
        <label key={one} className={classes.mode}>
          <input type="radio" name="mode" checked={one === mode} onChange={() => void open(one)} />
          <span>{t(`app.${one}`)}</span>
        </label>
      ))}
    </div>
  );
}
