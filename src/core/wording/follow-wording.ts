/**
 * The operator's own texts, in the memory of this process: a page asks the database nothing for them. A change counts at
 * once in the process that made it, and within a second in every other.
 */
import type { Notifications } from '../../base/database/notifications.ts';
import type { Database } from '../../base/database/pool.ts';
import { rowChannels } from '../../base/database/row-changes.ts';
import { type Language, languages } from '../../base/languages/languages.ts';
import { listCustomTexts } from './custom-texts.repository.ts';
import { type CustomTexts, noTexts, textsByArea } from './custom-texts.ts';

export type Wording = {
  /** The same object until a change. */
  of(language: Language): CustomTexts;
  /** Reads them anew: at the start, and after a change. */
  load(): Promise<void>;
};

/** @param onError is told of a reading that failed; what was read before stays. */
export function followWording(
  db: Database,
  notifications: Pick<Notifications, 'on' | 'onGap'>,
  onError: (error: unknown) => void,
): Wording {
  let texts: ReadonlyMap<Language, CustomTexts> = new Map();
  let begun = 0;
  const load = async () => {
    begun += 1;
    const own = begun;
    const read = await listCustomTexts(db);
    // One that began earlier may have read what was before.
    if (own !== begun) return;
    const of = (language: Language) => textsByArea(read.filter((one) => one.language === language));
    texts = new Map(languages.map((language) => [language, of(language)]));
  };
  const again = () => void load().catch(onError);
  notifications.on(rowChannels.texts, again);
  notifications.onGap(again);
  return { of: (language) => texts.get(language) ?? noTexts, load };
}
