/** All SQL of the operator's own texts. */
import { oneOf, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { notifyRowChange } from '../../base/database/row-changes.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { type Language, languages } from '../../base/languages/languages.ts';
import { type CustomText, type CustomTexts, textAreas, textsByArea } from './custom-texts.ts';

const columns = { area: oneOf(...textAreas), key: text, text };
const whole = { ...columns, language: oneOf(...languages), original: text };

/** Few: an operator writes them by hand. */
export async function listCustomTexts(db: Database | Tx): Promise<CustomText[]> {
  return query(whole)`
    select language, area, key, text, original from custom_texts
    order by language, area, key`.execute(db);
}

export async function findCustomTexts(db: Database | Tx, language: Language): Promise<CustomTexts> {
  const found = await query(columns)`
    select area, key, text from custom_texts where language = ${language}`.execute(db);
  return textsByArea(found);
}

/** One change at a time. */
export async function lockCustomTexts(tx: Tx): Promise<void> {
  await command`select pg_advisory_xact_lock(hashtext('custom_texts'))`.execute(tx);
}

export async function saveCustomText(tx: Tx, one: CustomText, at: Date): Promise<void> {
  await command`
    insert into custom_texts (language, area, key, text, original, changed_at)
    values (${one.language}, ${one.area}, ${one.key}, ${one.text}, ${one.original}, ${at})
    on conflict (language, area, key) do update
      set text = excluded.text, original = excluded.original, changed_at = excluded.changed_at`.execute(tx);
  await notifyRowChange(tx, 'texts', 'all');
}

export async function deleteCustomText(
  tx: Tx,
  { language, area, key }: Pick<CustomText, 'language' | 'area' | 'key'>,
): Promise<void> {
  await command`
    delete from custom_texts where language = ${language} and area = ${area} and key = ${key}`.execute(tx);
  await notifyRowChange(tx, 'texts', 'all');
}
