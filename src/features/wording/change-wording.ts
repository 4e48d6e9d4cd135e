/** Sets and resets the operator's own texts. Customers and payees read them, so the audit log keeps who wrote what. */
import type { Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import type { Language } from '../../base/languages/languages.ts';
import { textProblem } from '../../base/languages/text-rules.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import {
  deleteCustomText,
  listCustomTexts,
  lockCustomTexts,
  saveCustomText,
} from '../../core/wording/custom-texts.repository.ts';
import type { CustomText, TextArea } from '../../core/wording/custom-texts.ts';
import type { TextCatalog } from './text-catalog.ts';

type Place = { language: Language; area: TextArea; key: string };

const ofService = { holderId: serviceHolderId, mode: null } as const;
const noSuchText = (): AppError => new AppError('not_found', { message: 'There is no such text.' });

/**
 * Emails that are queued stay as they were written.
 * @throws AppError `forbidden`; `not_found` for a text that this version does not have; `validation_failed` for one that
 *   can't stand in for it.
 */
export async function setOwnText(
  actor: Actor,
  tx: Tx,
  catalog: TextCatalog,
  place: Place,
  text: string,
  at: Date,
): Promise<void> {
  authorize(actor, 'wording.change', ofService);
  const known = catalog.find(place.language, place.area, place.key);
  if (known === undefined) throw noSuchText();
  const problem = textProblem(known.english, text);
  if (problem !== undefined) throw invalidField('text', problem);
  if (text === known.original) throw invalidField('text', 'is the original: reset it instead');
  const before = await lockText(tx, place);
  if (before?.text === text && before.original === known.original) return;

  await saveCustomText(tx, { ...place, text, original: known.original }, at);
  await record(actor, tx, place, before?.text ?? null, text);
}

/** @throws AppError `forbidden`; `not_found` where there is no own text. */
export async function resetText(actor: Actor, tx: Tx, place: Place): Promise<void> {
  authorize(actor, 'wording.change', ofService);
  const before = await lockText(tx, place);
  if (before === undefined) throw noSuchText();

  await deleteCustomText(tx, place);
  await record(actor, tx, place, before.text, null);
}

async function lockText(tx: Tx, { language, area, key }: Place): Promise<CustomText | undefined> {
  await lockCustomTexts(tx);
  const all = await listCustomTexts(tx);
  return all.find((one) => one.language === language && one.area === area && one.key === key);
}

/** Null: the text that Sluice comes with. */
async function record(actor: Actor, tx: Tx, place: Place, before: string | null, after: string | null): Promise<void> {
  await appendAudit(actor, tx, {
    action: 'wording.change',
    ...ofService,
    object: { kind: 'text', id: `${place.language}/${place.area}/${place.key}` },
    before: before === null ? null : { text: before },
    after: { text: after },
  });
}
