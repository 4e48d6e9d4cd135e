/** The restore drill: restores a backup into a temporary database, verifies all of it, and removes it. */

import { sluice } from '../../base/database/built-in.ts';
import { listPending } from '../../base/database/migrations.ts';
import { openDatabase } from '../../base/database/open-database.ts';
import { createDatabase, type Database } from '../../base/database/pool.ts';
import { inLongSnapshot } from '../../base/database/transaction.ts';
import { withTemporaryDataDir } from '../../base/embedded-postgres/index.ts';
import { type KeptVerification, runVerification } from '../../core/ledger/run-verification.ts';
import { checkHead, type SealsCheck } from '../../core/seals/check-seals.ts';
import { type Head, headText } from '../../core/seals/head.ts';
import { readConfig } from '../config.ts';
import { createEnding } from './ending.ts';
import { complain, say } from './output.ts';
import { findSealKeys } from './seal-key.ts';
import { findHeadIn, showOffences } from './verify.ts';

type Given = {
  name: string;
  /** Of the backup. */
  sealHead: string | undefined;
  restoreInto(dataDir: string): Promise<void>;
  /** The directory in which the temporary one is made. */
  within: string;
  /** A head that was kept elsewhere, or a file with one. */
  sealed: string | undefined;
};

type Checked = {
  ok: boolean;
  backup: string;
  /** Migrations that brought the copy to this version. */
  migrated: string[];
  verification: KeptVerification;
  heads: ({ of: 'backup' | 'sealed'; head: string; number: bigint; sealedAt: Date; ok: boolean } & Omit<
    SealsCheck,
    'head'
  >)[];
  restoreSeconds: number;
  verifySeconds: number;
};

export async function checkRestored({ name, sealHead, restoreInto, within, sealed }: Given): Promise<Checked> {
  const config = readConfig(process.env);
  // Before anything is restored.
  const kept: [Checked['heads'][number]['of'], Head][] = [];
  if (sealHead !== undefined) kept.push(['backup', await findHeadIn(sealHead)]);
  if (sealed !== undefined) kept.push(['sealed', await findHeadIn(sealed)]);
  const ending = createEnding();
  let checked: Checked | undefined;
  await ending.guard(async () => {
    // After a signal it exits 1: a backup that was not verified to the end is not known to be good.
    await ending.add(Promise.resolve(), () => Promise.reject(new Error('interrupted')));
    const work = withTemporaryDataDir(sluice, within, async (dataDir): Promise<Checked> => {
      const began = performance.now();
      await restoreInto(dataDir);
      ending.stopping.throwIfAborted();
      const restored = performance.now();
      const known = (await findSealKeys(config))?.known ?? (await findSealKeys({ sealKey: undefined, dataDir }))?.known;
      const own = { databaseUrl: undefined, databaseMigrationUrl: undefined, databaseConnections: 4, own: false };
      const open = await openDatabase({ ...own, dataDir, log: complain });
      try {
        const migrated = (await listPending(open.pool)).length > 0 ? await open.migrate() : [];
        const db = createDatabase(open.pool);
        const verification = await runVerification(db, { full: true, sealKeys: known ?? [] });
        if (verification === undefined) throw new Error('The copy is being verified by another process.');
        const heads = [];
        for (const [of, head] of kept) heads.push({ of, ...(await compare(db, head, known ?? [])) });
        const ok = verification.ok && heads.every((one) => one.ok);
        const seconds = {
          restoreSeconds: (restored - began) / 1_000,
          verifySeconds: (performance.now() - restored) / 1_000,
        };
        return { ok, backup: name, migrated, verification, heads, ...seconds };
      } finally {
        await open.close();
      }
    });
    // A signal waits until nothing of it is left.
    checked = await ending.add(work, async () => {});
  });
  if (checked === undefined) throw new Error('Interrupted: the backup was not verified.');
  return checked;
}

async function compare(db: Database, head: Head, known: readonly Buffer[]) {
  const { head: _, ...result } = await inLongSnapshot(db, (tx) => checkHead(tx, head, known));
  return { head: headText(head), number: head.number, sealedAt: head.sealedAt, ok: result.count === 0, ...result };
}

const titles = { backup: 'head of the seals in the backup', sealed: 'head that you kept' } as const;

export function showRestored({
  ok,
  backup,
  migrated,
  verification,
  heads,
  restoreSeconds,
  verifySeconds,
}: Checked): void {
  say(`Restored ${backup} into a temporary database in ${minutes(restoreSeconds)}.`);
  if (migrated.length > 0) say(`Migrated it to this version: ${migrated.join(', ')}.`);
  for (const check of verification.checks) {
    if (check.count === 0) continue;
    say(`✗ ${check.name}`);
    showOffences(check);
  }
  const passed = verification.checks.filter(({ count }) => count === 0).length;
  say(`${verification.ok ? '✓' : '✗'} verify --full: ${passed} of ${verification.checks.length} checks passed`);
  for (const one of heads) {
    say(
      `${one.ok ? '✓' : '✗'} the ${titles[one.of]}: seal ${one.number}, ${one.sealedAt.toISOString()}, ${one.rows} rows`,
    );
    showOffences(one);
  }
  if (!heads.some(({ of }) => of === 'backup')) say('– the backup has no head of the seals: none was made before it');
  say(
    `${ok ? 'The backup is good.' : 'The backup is not good.'} Verified in ${minutes(verifySeconds)}; the copy is removed.`,
  );
}

const minutes = (seconds: number): string =>
  seconds < 90 ? `${seconds.toFixed(1)} s` : `${(seconds / 60).toFixed(1)} min`;
