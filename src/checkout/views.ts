/**
 * Renders the pages' templates. Everything is escaped unless a template says otherwise, and none does. Knows no
 * address and no rule. Templates are read once, when first used.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';

const directory = fileURLToPath(new URL('./views', import.meta.url));
const hashLength = 16;

let eta: Eta | undefined;
let stylesheet: { name: string; text: string } | undefined;

/** What every page has. */
export type PageFrame = {
  title: string;
  testMode: boolean;
  stylesheetPath: string;
};

export function renderView<Data extends PageFrame>(
  view: 'payment' | 'processing' | 'confirm' | 'ended' | 'error',
  data: Data,
): string {
  eta ??= new Eta({ views: directory, cache: true, autoEscape: true });
  return eta.render(`./${view}`, data);
}

/** The pages' one stylesheet. Its name changes with its content, so that browsers may keep it. */
export function pageStylesheet(): { name: string; text: string } {
  if (stylesheet === undefined) {
    const text = readFileSync(`${directory}/checkout.css`, 'utf8');
    const hash = createHash('sha256').update(text).digest('hex').slice(0, hashLength);
    stylesheet = { name: `checkout.${hash}.css`, text };
  }
  return stylesheet;
}
