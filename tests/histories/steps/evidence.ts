/**
 * Steps of evidence against disputes: texts and files are saved, submitted, taken by the provider or refused, handed over by the
 * operator, or come after their day. Each takes a dispute that is ready for it, or makes one first.
 */
import { expect } from 'vitest';
import { handOverEvidence } from '../../../src/features/payments/evidence/hand-over.ts';
import { saveEvidenceFile, saveTexts } from '../../../src/features/payments/evidence/prepare-evidence.ts';
import { requestSubmission, sendEvidence } from '../../../src/features/payments/evidence/submit-evidence.ts';
import { job, memberOf, operator } from '../../support/actors.ts';
import type { Acquirer, Mood } from '../acquirer.ts';
import { type Outcome, once, repeat } from '../act.ts';
import { type Dice, pick } from '../dice.ts';
import type { At, Game } from '../game.ts';
import type { ModelAttempt } from '../model/checkouts.ts';
import * as model from '../model/evidence.ts';
import type { ModelDispute } from '../model/purse.ts';
import { nowOf } from './checkout.ts';
import { askForEvidence, disputeAt, disputePaid } from './disputes.ts';
import { agree, done, idle, inVain, type Result, type Step } from './orders.ts';

const hourMs = 3_600_000;
const recent = 30;

type Asked = ModelDispute & { evidence: model.ModelEvidence };

const providerOf = (game: Game, { of }: ModelDispute): Acquirer =>
  game.acquirers[(of.paidBy as ModelAttempt).provider] as Acquirer;

/** A dispute whose provider now asks for evidence, if there is one. */
async function asked(
  game: Game,
  at: At,
  dice: Dice,
  isFit: (one: ModelDispute) => boolean,
  make: () => Promise<Result>,
): Promise<Asked | undefined> {
  const isOpen = (one: ModelDispute) => (one.evidence?.state ?? 'draft') === 'draft' && isFit(one);
  const all = () => at.purse.disputes.slice(-recent).filter(isOpen);
  if (all().length === 0) await make();
  const some = all();
  if (some.length === 0) return undefined;
  const found = pick(dice, some);
  const dueAt = nowOf(game) + (1 + dice(72)) * hourMs;
  await askForEvidence(game, at, found, new Date(dueAt));
  found.evidence ??= model.evidenceBy(dueAt);
  found.evidence.dueAt = dueAt;
  return found as Asked;
}

/** Either is cut off: what the provider asks, or what follows. */
async function laterCut<T>(game: Game, dice: Dice, first: () => Promise<T>): Promise<T> {
  const { plan } = game;
  const isLater = dice(3) > 0;
  if (isLater) game.plan = undefined;
  const result = await first();
  if (isLater) game.plan = plan;
  return result;
}

function bookOf(game: Game, at: At, { of }: ModelDispute) {
  const holderKind = 'splits' in of ? ('company' as const) : ('merchant' as const);
  const book = game.bookOf(at, holderKind === 'company' ? 'company' : 'shop');
  return { book, member: memberOf(book, { holderKind }) };
}

const namedBy = (game: Game, at: At, dispute: ModelDispute) => ({
  book: bookOf(game, at, dispute).book,
  disputeId: game.ids.disputes.get(dispute) as string,
});

const pdf = Buffer.from('%PDF-1.7\n%%EOF\n');

/** A text, a file in place of the last one, or nothing new. */
async function prepare(game: Game, at: At, dispute: Asked, dice: Dice): Promise<Result> {
  const { member } = bookOf(game, at, dispute);
  const of = namedBy(game, at, dispute);
  const texts = { explanation: game.name('It was delivered') };
  const file = { purpose: 'receipt', name: 'receipt.pdf', bytes: pdf } as const;
  const save = [() => saveTexts(member, game.deps, of, texts), () => saveEvidenceFile(member, game.deps, of, file)];
  const way = save[dice(5) % 3];
  if (way === undefined) return done;
  const { code } = await repeat(game, way);
  return agree(code, model.fill(dispute.evidence, nowOf(game)));
}

async function submit(game: Game, at: At, dispute: Asked): Promise<Result> {
  const { member } = bookOf(game, at, dispute);
  const of = namedBy(game, at, dispute);
  const { code } = await once(game, () => game.run((tx) => requestSubmission(member, tx, game.deps, of)));
  return agree(code, model.submit(dispute.evidence, nowOf(game), providerOf(game, dispute).takesEvidence));
}

/** Sent twice or after a lost answer, it is one submission. */
async function send(game: Game, at: At, dispute: Asked, evidence: Mood['evidence']): Promise<void> {
  const acquirer = providerOf(game, dispute);
  acquirer.feel({ evidence });
  const of = namedBy(game, at, dispute);
  const { code }: Outcome<void> = await repeat(game, () => sendEvidence(job, game.deps, of));
  expect(code).toBeUndefined();
  const isHeard = evidence === 'takes' || evidence === 'refuses';
  model.hear(dispute.evidence, isHeard ? acquirer.saidOfEvidence(of.disputeId) : undefined);
  await expectEvidence(game, at, dispute);
}

async function expectEvidence(game: Game, at: At, dispute: Asked): Promise<void> {
  const { book, disputeId } = namedBy(game, at, dispute);
  const { rows } = await game.pool.query(
    `select e.state, e.texts <> '{}' or exists (
      select from dispute_files f where f.holder_id = e.holder_id and f.dispute_id = e.dispute_id) as "isFilled"
    from dispute_evidence e where e.holder_id = $1 and e.dispute_id = $2`,
    [book.holderId, disputeId],
  );
  const { state, isFilled } = dispute.evidence;
  expect(rows[0] ?? { state: 'draft', isFilled: false }).toEqual({ state, isFilled });
}

const moods = ['takes', 'takes', 'takes', 'refuses', 'answer lost', 'no answer'] as const;

/** Now and then nothing was put together, and what is submitted is sent later. */
export const submitEvidence: Step = async (game, at, dice) => {
  const make = () => disputePaid(game, at, dice, undefined);
  const dispute = await laterCut(game, dice, () => asked(game, at, dice, () => true, make));
  if (dispute === undefined) return idle;
  await laterCut(game, dice, () => prepare(game, at, dispute, dice));
  const submitted = await submit(game, at, dispute);
  await expectEvidence(game, at, dispute);
  if (dispute.evidence.state === 'sending' && dice(2) === 0) await send(game, at, dispute, pick(dice, moods));
  return submitted;
};

/** @param evidence how its provider answers. */
const sendWith =
  (evidence: (dice: Dice) => Mood['evidence'], isDone: (one: Asked) => boolean): Step =>
  async (game, at, dice) => {
    const waiting = () =>
      at.purse.disputes.slice(-recent).filter((one): one is Asked => one.evidence?.state === 'sending');
    if (waiting().length === 0) await submitFilled(game, at, dice, (one) => providerOf(game, one).takesEvidence);
    const [dispute] = waiting();
    if (dispute === undefined) return idle;
    await send(game, at, dispute, evidence(dice));
    return isDone(dispute) ? done : inVain;
  };

export const sendAgain = sendWith(
  (dice) => pick(dice, moods),
  ({ evidence }) => evidence.state === 'submitted',
);

/** What was taken before its answer was lost stays taken. */
export const refuseEvidence = sendWith(
  () => 'refuses',
  ({ evidence }) => evidence.state === 'draft',
);

async function submitFilled(
  game: Game,
  at: At,
  dice: Dice,
  isFit: (one: ModelDispute) => boolean,
  make = () => disputePaid(game, at, dice, undefined),
): Promise<void> {
  const dispute = await laterCut(game, dice, () => asked(game, at, dice, isFit, make));
  if (dispute === undefined) return;
  for (let tried = 0; tried < 9 && !dispute.evidence.isFilled; tried += 1) await prepare(game, at, dispute, dice);
  await submit(game, at, dispute);
  await expectEvidence(game, at, dispute);
}

/** Of a provider that takes none by API. */
export const handOver: Step = async (game, at, dice) => {
  if (at.mode === 'test') return idle;
  const waiting = () =>
    at.purse.disputes.slice(-recent).filter((one): one is Asked => one.evidence?.state === 'waiting');
  const isFit = (one: ModelDispute) => !providerOf(game, one).takesEvidence;
  if (waiting().length === 0) await submitFilled(game, at, dice, isFit, () => disputeAt('first')(game, at, dice));
  const [dispute] = waiting();
  if (dispute === undefined) return inVain;
  const of = namedBy(game, at, dispute);
  const { code } = await repeat(game, () =>
    game.run((tx) => handOverEvidence(operator('support', at.mode), tx, game.deps.clock, of)),
  );
  model.deliver(dispute.evidence);
  await expectEvidence(game, at, dispute);
  return agree(code, undefined);
};

/** After its day nothing is saved or submitted any more. */
export const submitLate: Step = async (game, at, dice) => {
  const make = () => disputePaid(game, at, dice, undefined);
  const dispute = await laterCut(game, dice, () => asked(game, at, dice, () => true, make));
  if (dispute === undefined) return idle;
  if (dice(2) === 0) await prepare(game, at, dispute, dice);
  game.clock.advance(Math.ceil((dispute.evidence.dueAt - nowOf(game)) / 1_000));
  expect(await submit(game, at, dispute)).toBe('invalid_state');
  expect(['invalid_state', done]).toContain(await prepare(game, at, dispute, dice));
  await expectEvidence(game, at, dispute);
  return done;
};
