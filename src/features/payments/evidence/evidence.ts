/** When evidence is taken, what it may hold, and when its people are reminded of it (docs/contract/people.md, "Disputes and evidence"). Pure. */
import { type DisputeStanding, type EvidenceText, evidenceTexts } from '../../providers/provider.ts';

export const evidenceStates = ['draft', 'sending', 'waiting', 'submitted'] as const;
type EvidenceState = (typeof evidenceStates)[number];

export type Texts = Partial<Record<EvidenceText, string>>;

const dayMs = 24 * 60 * 60_000;

/** Of files, in all: of one dispute, and of one account in each mode, so that nobody fills the disk. */
const disputeBytesMax = 20 * 1_024 * 1_024;
export const bookBytesMax = { test: 40 * 1_024 * 1_024, live: 1_024 * 1_024 * 1_024 } as const;

/** Of the files of one dispute. @param stated what its provider takes, if it says so. */
export const filesBytesMaxOf = (stated: number | undefined): number =>
  Math.min(disputeBytesMax, stated ?? disputeBytesMax);

/** Rounded, with one decimal at most. */
export const megabytes = (bytes: number): string => `${Math.round((bytes / 1_024 / 1_024) * 10) / 10} MB`;

/** How long texts and files are kept after the last change of a decided dispute. */
export const evidenceKeptDays = 180;

/** Why no evidence is taken: `other_way` if the provider has some that did not come through here. */
export type Closed = 'decided' | 'submitted' | 'overdue' | 'other_way';

type Judged = Pick<DisputeStanding, 'status' | 'evidenceDueAt'> & {
  state: EvidenceState | null;
  /** Whether the provider takes evidence by API: then its word counts that it wants some. */
  isTakenByProvider: boolean;
};

/** @returns undefined while evidence may be changed and submitted. */
export function whyClosed({ status, evidenceDueAt, state, isTakenByProvider }: Judged, now: Date): Closed | undefined {
  if (state !== null && state !== 'draft') return 'submitted';
  if (status === 'won' || status === 'lost') return 'decided';
  if (evidenceDueAt !== null && evidenceDueAt <= now) return 'overdue';
  return status === 'under_review' && isTakenByProvider ? 'other_way' : undefined;
}

export const closedWords: Readonly<Record<Closed, string>> = Object.freeze({
  decided: 'The dispute is decided.',
  submitted: 'The evidence was submitted, and can’t be changed any more.',
  overdue: 'The day until which evidence was taken has passed.',
  other_way: 'The payment provider takes no evidence for this dispute now.',
});

/** Without surrounding spaces; empty ones are left out. */
export function readTexts(given: Texts): Texts {
  const kept = evidenceTexts.map((name): [EvidenceText, string] => [name, given[name]?.trim() ?? '']);
  return Object.fromEntries(kept.filter(([, text]) => text !== ''));
}

const remindedDaysBefore = [7, 2];

/** The next time before a deadline at which its people are reminded; null if none is left. */
export function nextReminder(dueAt: Date, now: Date): Date | null {
  const times = remindedDaysBefore.map((days) => dueAt.getTime() - days * dayMs);
  const next = times.find((time) => time > now.getTime());
  return next === undefined ? null : new Date(next);
}

/** Of a deadline that has moved: what would have been said by now is said at once. */
export function reminderOfMoved(dueAt: Date, now: Date): Date | null {
  const last = dueAt.getTime() - Math.min(...remindedDaysBefore) * dayMs;
  return last <= now.getTime() && now < dueAt ? now : nextReminder(dueAt, now);
}
