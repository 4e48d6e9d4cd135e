/** `sluice keys`. Must never store the secret of a new pair: it is printed once. */

import type { Mode } from '../../base/money/mode.ts';
import { listKeys } from '../../features/api-keys/api-keys.repository.ts';
import type { KeyPair } from '../../features/api-keys/key-pair.ts';
import { createKey, revokeKeyPair, rotateKey } from '../../features/api-keys/manage-keys.ts';
import { findHolder } from './find-holder.ts';
import { say, sayJson, table } from './output.ts';
import { shellActor } from './shell-actor.ts';
import { withDatabase } from './with-database.ts';

export function showPair(pair: KeyPair, json: boolean | undefined): void {
  if (json) sayJson({ client_id: pair.clientId, client_secret: pair.clientSecret });
  else
    say(
      `${table([
        ['Client ID', pair.clientId],
        ['Secret', pair.clientSecret],
      ])}\nThe secret is shown only once.`,
    );
}

type CreateOptions = { holder: string; mode: Mode; label: string; json?: boolean };

export async function createKeyCommand(options: CreateOptions): Promise<void> {
  const pair = await withDatabase(async (db) => {
    const holderId = await findHolder(db, undefined, options.holder);
    return createKey(shellActor(), { db }, holderId, options.mode, options.label);
  });
  showPair(pair, options.json);
}

export async function listKeysCommand(options: { holder?: string; json?: boolean }): Promise<void> {
  const keys = await withDatabase(async (db) => {
    const holderId = options.holder === undefined ? undefined : await findHolder(db, undefined, options.holder);
    return listKeys(db, holderId);
  });
  if (options.json) return sayJson(keys);
  const rows = keys.map((key) => [
    key.clientId,
    `${key.holderName} (${key.holderKind} ${key.holderId})`,
    key.revokedAt !== null ? 'revoked' : key.expiresAt !== null ? `until ${key.expiresAt.toISOString()}` : 'active',
    key.label,
  ]);
  say(table([['Client ID', 'Holder', 'Status', 'Label'], ...rows]));
}

export async function rotateKeyCommand(clientId: string, options: { grace: string; json?: boolean }): Promise<void> {
  const pair = await withDatabase((db) => rotateKey(shellActor(), { db }, clientId, Number(options.grace)));
  showPair(pair, options.json);
}

export async function revokeKeyCommand(clientId: string): Promise<void> {
  await withDatabase((db) => revokeKeyPair(shellActor(), { db }, clientId));
  say('Revoked. Running services refuse it within a second.');
}
