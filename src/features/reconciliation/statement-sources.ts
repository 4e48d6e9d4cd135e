/** Whose statements there are: the bank's, and those of the providers that money comes in through. */
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import type { Mode } from '../../base/money/mode.ts';
import { firstProviders, outsideSourceOf } from '../../core/ledger/accounts.ts';
import { listKnownProviders } from '../providers/providers.repository.ts';
import { lockOutside, type Outside } from './reconciliation.repository.ts';
import type { StatementSource } from './statement-line.ts';

/** `title` is the name of the company behind it, where it is one alone. */
type ListedSource = { source: StatementSource; title: string | null };

/** In both modes, whatever providers there are. */
const always = ['bank', 'card', 'onlinewallet'] as const;

/** In the order in which people read them. */
export async function listSources(db: Database | Tx, mode: Mode): Promise<ListedSource[]> {
  // In test mode the simulator stands for all providers.
  const providers = mode === 'live' ? await listKnownProviders(db) : [];
  const titles = new Map(
    providers.map(({ name, title }) => [outsideSourceOf({ provider: name, method: 'card' }), title]),
  );
  const others = providers.filter(({ name }) => !firstProviders.some((first) => first === name));
  return [...always, ...others.map(({ name }) => name)].map((source) => ({
    source,
    title: titles.get(source) ?? null,
  }));
}

/** @throws AppError `validation_failed` for a source that nobody is. */
export async function refuseUnknownSource(db: Database | Tx, { mode, source }: Outside): Promise<void> {
  if (always.some((one) => one === source)) return;
  const known = (await listSources(db, mode)).map((one) => one.source);
  if (!known.includes(source)) throw invalidField('source', `must be one of ${known.join(', ')}`);
}

/** As `lockOutside`, for a source that somebody named. @throws AppError `validation_failed`. */
export async function lockSource(tx: Tx, outside: Outside): Promise<void> {
  await refuseUnknownSource(tx, outside);
  await lockOutside(tx, outside);
}
