/**
 * Renders the page templates and names their stylesheets and scripts. Templates must escape every value; only markup
 * rendered by a template itself is inserted raw. Has no addresses and no rules. Files are read once, on first use.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';

const source = fileURLToPath(new URL('../..', import.meta.url));
const hashLength = 16;

let eta: Eta | undefined;
const assets = new Map<string, PageAsset>();

/** The data that every page needs. */
export type PageFrame = { title: string; testMode: boolean; stylesheetPath: string };

export const html = 'text/html; charset=utf-8';

/** @param view a template's path under `src`, without its extension. */
export function renderPage<Data extends PageFrame>(view: string, data: Data): string {
  eta ??= new Eta({ views: source, cache: true, autoEscape: true });
  return eta.render(`./${view}`, data);
}

type PageAsset = { name: string; type: string; text: string };

const assetTypes = { '.css': 'text/css; charset=utf-8', '.js': 'text/javascript; charset=utf-8' } as const;

const hashedName = (path: string, content: string | Buffer): string => {
  const { name, ext } = parse(path);
  return `${name}.${createHash('sha256').update(content).digest('hex').slice(0, hashLength)}${ext}`;
};

/**
 * A stylesheet or script. Its name includes a hash of its content, so that browsers may cache it. A font that a
 * stylesheet names, by its path from the stylesheet, is served beside it under its hashed name.
 * @param path under `src`.
 */
export function pageAsset(path: `${string}${keyof typeof assetTypes}`): PageAsset {
  const known = assets.get(path);
  if (known !== undefined) return known;
  const text = readFileSync(`${source}/${path}`, 'utf8').replaceAll(
    /url\("([^"]+\.woff2)"\)/g,
    (_, font: string) => `url("${pageFont(join(dirname(path), font)).name}")`,
  );
  const asset = { name: hashedName(path, text), type: assetTypes[parse(path).ext as keyof typeof assetTypes], text };
  assets.set(path, asset);
  return asset;
}

type PageFont = { name: string; bytes: Buffer };

export const fontType = 'font/woff2';
const fonts = new Map<string, PageFont>();

/** A font, whose name includes a hash of its content. @param path under `src`. */
export function pageFont(path: string): PageFont {
  const known = fonts.get(path);
  if (known !== undefined) return known;
  const bytes = readFileSync(`${source}/${path}`);
  const font = { name: hashedName(path, bytes), bytes };
  fonts.set(path, font);
  return font;
}
