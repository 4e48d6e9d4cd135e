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
const assets = new Map<string, PageAsset>();

/** What every page has. */
export type PageFrame = {
  title: string;
  testMode: boolean;
  stylesheetPath: string;
  /** Only where there is something to make more comfortable. */
  scriptPath?: string;
};

export function renderView<Data extends PageFrame>(
  view: 'payment' | 'processing' | 'confirm' | 'ended' | 'error',
  data: Data,
): string {
  eta ??= new Eta({ views: directory, cache: true, autoEscape: true });
  return eta.render(`./${view}`, data);
}

export type PageAsset = { name: string; type: string; text: string };

const assetTypes = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' } as const;

/** The pages' one stylesheet and one script. Their names change with their content, so that browsers may keep them. */
export function pageAsset(kind: keyof typeof assetTypes): PageAsset {
  const known = assets.get(kind);
  if (known !== undefined) return known;
  const text = readFileSync(`${directory}/checkout.${kind}`, 'utf8');
  const hash = createHash('sha256').update(text).digest('hex').slice(0, hashLength);
  const asset = { name: `checkout.${hash}.${kind}`, type: assetTypes[kind], text };
  assets.set(kind, asset);
  return asset;
}
