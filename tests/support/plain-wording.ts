/** The texts as Sluice comes with them, where no database is. */
import { noTexts } from '../../src/core/wording/custom-texts.ts';
import type { Wording } from '../../src/core/wording/follow-wording.ts';

export const plainWording: Wording = { of: () => noTexts, load: async () => {} };
