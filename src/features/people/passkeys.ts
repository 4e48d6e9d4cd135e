/**
 * A person's passkeys: listing, adding and removing them. Whoever adds or removes one gives their password once more, and
 * a code where two-step sign-in is on; both are audited and mailed.
 */
import { randomBase62 } from '../../base/database/public-id.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { authorize } from '../../core/access/authorize.ts';
import { queueMail } from '../../core/mail/queue-mail.ts';
import { findReader } from '../../core/mail/readers.repository.ts';
import type { Visit } from './auth.ts';
import {
  askForNew,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  readNew,
  takeAnswered,
} from './passkey-ceremony.ts';
import {
  countPasskeysLocked,
  deletePasskey,
  hasPasskey,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
} from './passkeys.repository.ts';
import { recordPasskey, themselves } from './people-audit.ts';
import type { PeopleDeps } from './people-deps.ts';
import { passkeyAddedMail, passkeyRemovedMail } from './people-mails.ts';
import type { SessionPerson } from './person.ts';
import type { SecondFactorRefusal, SecondFactors } from './second-factor.ts';
import type { Sessions } from './sessions.ts';
import { isName } from './sign-up.ts';

export const passkeysMax = 20;
const idBytes = 16;

/** `full`: the person has as many as one may have. */
type Begun = { ok: true; options: PublicKeyCredentialCreationOptionsJSON } | { ok: false; reason: 'full' };
/** `expired`: the challenge is unknown, used or too old. `known`: it was added before. `name`: empty or too long. */
type Added =
  | { ok: true; passkey: PasskeyRow }
  | { ok: false; reason: 'signed_out' | 'full' | 'expired' | 'wrong' | 'known' | 'name' };
type Removed = { ok: true } | { ok: false; reason: 'unknown' };
/** Without a second factor the code is not read. */
type Proof = { password: string; code: string };

export type Passkeys = {
  /** Oldest first; none when the cookie has no session. */
  passkeysOf(visit: Visit): Promise<PasskeyRow[]>;
  hasPasskey(personId: string): Promise<boolean>;
  /** What the browser makes a passkey by, once the person has proved who they are. */
  beginPasskey(visit: Visit, proof: Proof): Promise<Begun | SecondFactorRefusal>;
  /** Adds the passkey that the browser has made in this session. */
  addPasskey(visit: Visit, name: string, response: RegistrationResponseJSON): Promise<Added>;
  /** Removes one of the person's own, and ends their other sessions: it may have opened one of them. */
  removePasskey(visit: Visit, id: string, proof: Proof): Promise<Removed | SecondFactorRefusal>;
};

export function createPasskeys(
  deps: PeopleDeps,
  { sessions, factors }: { sessions: Sessions; factors: Pick<SecondFactors, 'proveAgain'> },
): Passkeys {
  const { db } = deps;

  async function changing(visit: Visit): Promise<SessionPerson | undefined> {
    const person = await sessions.ownSessionOf(visit.cookie);
    if (person !== undefined)
      authorize(themselves(person, visit), 'account.change_passkeys', { personId: person.personId });
    return person;
  }

  return {
    async passkeysOf(visit) {
      const person = await sessions.ownSessionOf(visit.cookie);
      if (person === undefined) return [];
      authorize(themselves(person, visit), 'account.read', { personId: person.personId });
      return listPasskeys(db, person.personId);
    },
    hasPasskey: (personId) => hasPasskey(db, personId),
    async beginPasskey(visit, proof) {
      const person = await changing(visit);
      if (person === undefined) return { ok: false, reason: 'signed_out' };
      if ((await listPasskeys(db, person.personId)).length >= passkeysMax) return { ok: false, reason: 'full' };
      const proved = await factors.proveAgain(visit, proof);
      return proved.ok ? { ok: true, options: await askForNew(deps, person) } : proved;
    },
    async addPasskey(visit, given, response) {
      const name = given.trim();
      const person = await changing(visit);
      if (person === undefined) return { ok: false, reason: 'signed_out' };
      if (!isName(name)) return { ok: false, reason: 'name' };
      return add(deps, { person, visit, name, response });
    },
    async removePasskey(visit, id, proof) {
      const person = await changing(visit);
      if (person === undefined) return { ok: false, reason: 'signed_out' };
      const own = await listPasskeys(db, person.personId);
      if (!own.some((one) => one.id === id)) return { ok: false, reason: 'unknown' };
      const proved = await factors.proveAgain(visit, proof);
      if (!proved.ok) return proved;
      const isRemoved = await inTransaction(db, async (tx) => {
        const name = await deletePasskey(tx, person.personId, id);
        if (name === undefined) return false;
        await recordPasskey(tx, person, visit, { before: name, after: null });
        await queueMail(tx, await findReader(tx, person.email), passkeyRemovedMail);
        return true;
      });
      if (!isRemoved) return { ok: false, reason: 'unknown' };
      await sessions.endOtherSessions(visit);
      return { ok: true };
    },
  };
}

type Addition = { person: SessionPerson; visit: Visit; name: string; response: RegistrationResponseJSON };

async function add(deps: PeopleDeps, { person, visit, name, response }: Addition): Promise<Added> {
  const { personId, sessionId, codesFrom, email } = person;
  const challenge = await takeAnswered(deps, response, sessionId);
  if (challenge === undefined) return { ok: false, reason: 'expired' };
  const made = await readNew(deps, response, challenge);
  if (made === undefined) return { ok: false, reason: 'wrong' };
  const id = randomBase62(idBytes);
  return inTransaction(deps.db, async (tx): Promise<Added> => {
    if ((await countPasskeysLocked(tx, personId)) >= passkeysMax) return { ok: false, reason: 'full' };
    // It waits as a second factor would that is turned on now, or as the present one does.
    if (!(await insertPasskey(tx, { ...made, id, personId, name, freshFrom: codesFrom })))
      return { ok: false, reason: 'known' };
    await recordPasskey(tx, person, visit, { before: null, after: name });
    await queueMail(tx, await findReader(tx, email), (words) => passkeyAddedMail(words, codesFrom));
    const passkey = (await listPasskeys(tx, personId)).find((one) => one.id === id) as PasskeyRow;
    return { ok: true, passkey };
  });
}
