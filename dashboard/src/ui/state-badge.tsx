/** One badge for one state: the same word and colour on every screen. */
import type { ReactNode } from 'react';
import type { states } from '../strings/en/states.ts';
import { useStrings } from '../strings/strings.tsx';
import classes from './state-badge.module.css';

type NameOf<Id> = Id extends `state.${infer Name}` ? Name : never;
type State = NameOf<keyof typeof states>;
type Tone = 'done' | 'waiting' | 'failed' | 'neutral' | 'active';

const tones: Record<State, Tone> = {
  pending: 'waiting',
  authorized: 'waiting',
  paid: 'done',
  failed: 'failed',
  cancelled: 'neutral',
  refunded: 'neutral',
  partially_refunded: 'neutral',
  unsettled: 'active',
  awaiting_funds: 'waiting',
  on_hold: 'waiting',
  settled: 'done',
  partially_reversed: 'neutral',
  reversed: 'neutral',
  void: 'neutral',
  created: 'active',
  processing: 'active',
  succeeded: 'done',
  expired: 'neutral',
  requested: 'waiting',
  approved: 'active',
  sent: 'active',
  completed: 'done',
  rejected: 'failed',
  active: 'done',
  suspended: 'failed',
  closed: 'neutral',
  running: 'active',
  done: 'done',
  waiting: 'waiting',
  accepted: 'done',
  declined: 'failed',
  revoked: 'neutral',
  ended: 'neutral',
  ending: 'waiting',
  returned: 'done',
  refused: 'failed',
  paused: 'neutral',
  disabled: 'failed',
  failing: 'failed',
  delivered: 'done',
  retrying: 'waiting',
};

export function StateBadge({ state }: { state: State }) {
  const t = useStrings();
  return <ToneBadge tone={tones[state]}>{t(`state.${state}`)}</ToneBadge>;
}

/** A badge for what is no state of an object. @param props.wraps it holds more than a word or two. */
export const ToneBadge = ({ tone, wraps, children }: { tone: Tone; wraps?: true; children: ReactNode }) => (
  <span className={classes.badge} data-tone={tone} data-wraps={wraps}>
    {children}
  </span>
);
