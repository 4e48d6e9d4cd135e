/**
 * Evidence against a dispute: put together until it is submitted, once; the provider takes it, or refuses it and other evidence may be
 * sent; none is taken after its day (docs/contract/people.md, "Disputes and evidence"). No money moves.
 */
import type { Refusal } from './purse.ts';

export type ModelEvidence = {
  /** `sending`: the provider is asked; `waiting`: the operator hands it over. */
  state: 'draft' | 'sending' | 'waiting' | 'submitted';
  /** It has a text or a file. */
  isFilled: boolean;
  /** Until when it is taken, in milliseconds. */
  dueAt: number;
  /** How often it was published that the provider has it. */
  told: number;
};

export const evidenceBy = (dueAt: number): ModelEvidence => ({ state: 'draft', isFilled: false, dueAt, told: 0 });

const isTaken = ({ state, dueAt }: ModelEvidence, now: number): boolean => state === 'draft' && now < dueAt;

export function fill(evidence: ModelEvidence, now: number): Refusal | undefined {
  if (!isTaken(evidence, now)) return 'invalid_state';
  evidence.isFilled = true;
  return undefined;
}

/** @param isAsked whether its provider takes evidence by API. */
export function submit(evidence: ModelEvidence, now: number, isAsked: boolean): Refusal | undefined {
  if (!isTaken(evidence, now) || !evidence.isFilled) return 'invalid_state';
  evidence.state = isAsked ? 'sending' : 'waiting';
  return undefined;
}

/** The provider's answer; undefined: none came. */
export function hear(evidence: ModelEvidence, said: 'submitted' | 'refused' | undefined): void {
  if (evidence.state !== 'sending' || said === undefined) return;
  if (said === 'refused') evidence.state = 'draft';
  else deliver(evidence);
}

export function deliver(evidence: ModelEvidence): void {
  evidence.state = 'submitted';
  evidence.told += 1;
}
