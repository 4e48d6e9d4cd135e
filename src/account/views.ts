/**
 * Renders a customer's own pages, in the frame and look of the payment page. Everything is escaped unless a template
 * says otherwise, and none does. Knows no address and no rule. Templates are read once, when first used.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';

const source = fileURLToPath(new URL('..', import.meta.url));
const hashLength = 16;

let eta: Eta | undefined;
let stylesheet: { name: string; text: string } | undefined;

export type Frame = {
  title: string;
  testMode: boolean;
  stylesheetPath: string;
  ownStylesheetPath: string;
};

/** @param view a template's path under `src`, without its ending. */
export function renderPage<Data extends Frame>(view: string, data: Data): string {
  eta ??= new Eta({ views: source, cache: true, autoEscape: true });
  return eta.render(`./${view}`, data);
}

/** What these pages add to the payment page's stylesheet. Its name changes with its content. */
export function accountStylesheet(): { name: string; text: string } {
  if (stylesheet === undefined) {
    const text = readFileSync(`${source}/account/views/account.css`, 'utf8');
    const hash = createHash('sha256').update(text).digest('hex').slice(0, hashLength);
    stylesheet = { name: `account.${hash}.css`, text };
  }
  return stylesheet;
}
