/** The operator's own texts, in the memory of this process: a page asks the database nothing for them. */
import { followRows } from '../../base/database/followed-rows.ts';
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
  const read = async (): Promise<ReadonlyMap<Language, CustomTexts>> => {
    const all = await listCustomTexts(db);
    return new Map(
      languages.map((language) => [language, textsByArea(all.filter((one) => one.language === language))]),
    );
  };
  const followed = followRows(notifications, rowChannels.texts, read, new Map(), onError);
  return { of: (language) => followed.now().get(language) ?? noTexts, load: followed.load };
}
