/**
 * Views that a person saves under a name: a screen, and the query of its address. They are the person's own, in one account
 * and mode; nobody else sees them, and they decide nothing.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../base/clock/clock.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import type { PersonActor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import {
  deleteView,
  findView,
  insertView,
  listViews,
  lockKeeper,
  type SavedViewRow,
  updateView,
  type ViewKeeper,
} from './saved-views.repository.ts';

/** Of one screen, for one person in one account and mode. */
export const savedViewsMax = 50;

const full = `You have saved ${savedViewsMax} views here, the most there can be. Delete one first.`;

type NewView = { screen: string; name: string; query: string };

/** @throws AppError `forbidden`; `invalid_state` when there are `savedViewsMax`; `validation_failed` for a name in use. */
export async function saveView(
  actor: PersonActor,
  tx: Tx,
  clock: Clock,
  keeper: ViewKeeper,
  { screen, name, query }: NewView,
): Promise<SavedViewRow> {
  authorize(actor, 'saved_views.change', keeper);
  const trimmed = named(name);
  await lockKeeper(tx, keeper);
  const views = await listViews(tx, keeper, screen);
  requireUnused(views, trimmed);
  if (views.length >= savedViewsMax) throw new AppError('invalid_state', { message: full });
  const createdAt = clock.now(keeper.holderId, 'live');

  const view = { id: randomUUID(), screen, name: trimmed, query, createdAt };
  await insertView(tx, keeper, view);
  return view;
}

/** @throws AppError `forbidden`, `not_found`; `validation_failed` for a name in use. */
export async function changeView(
  actor: PersonActor,
  tx: Tx,
  keeper: ViewKeeper,
  id: string,
  { name, query }: { name?: string; query?: string },
): Promise<SavedViewRow> {
  authorize(actor, 'saved_views.change', keeper);
  await lockKeeper(tx, keeper);
  const view = await viewOf(tx, keeper, id);
  const changed = { ...view, name: name === undefined ? view.name : named(name), query: query ?? view.query };
  const others = (await listViews(tx, keeper, view.screen)).filter((other) => other.id !== id);
  requireUnused(others, changed.name);

  await updateView(tx, changed);
  return changed;
}

/** @throws AppError `forbidden`, `not_found`. */
export async function removeView(actor: PersonActor, tx: Tx, keeper: ViewKeeper, id: string): Promise<void> {
  authorize(actor, 'saved_views.change', keeper);
  await viewOf(tx, keeper, id);

  await deleteView(tx, id);
}

async function viewOf(tx: Tx, keeper: ViewKeeper, id: string): Promise<SavedViewRow> {
  const view = await findView(tx, keeper, id);
  if (view === undefined) throw new AppError('not_found');
  return view;
}

function named(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') throw invalidField('name', 'must not be empty');
  return trimmed;
}

function requireUnused(views: readonly SavedViewRow[], name: string): void {
  if (views.some((view) => view.name === name)) throw invalidField('name', 'is the name of another saved view');
}
