/**
 * Compares a picture that was drawn with the accepted one, in a browser, which decodes both. Left out, with the element
 * around it, is what is another each time, as dates, times and ids are, and text in a font of the machine.
 */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** In pixels of the picture. */
export type Box = { x: number; y: number; width: number; height: number };

/** By how much of 255 a channel may differ: letters and curves are smoothed a little differently from run to run. */
const channelTolerance = 48;
/** Which share of the pixels may differ by more: in the smallest picture, about half a letter. */
const shareTolerance = 0.0001;

const varying = [
  String.raw`\d{4}-\d\d-\d\d|\d\d:\d\d|\bago\b|\b(today|yesterday)\b|\b\d+\s(h|min|ms)\b`,
  String.raw`\b\d{1,2}\s(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)`,
  String.raw`\b(mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(mon|tue|wed|thu|fri|sat|sun)\b`,
  String.raw`\b[a-z]{2,4}_\w{6,}|\blocalhost:\d+`,
].join('|');

const script = readFileSync(new URL('./picture-page.js', import.meta.url), 'utf8');

async function ask<T>(page: Page, call: string, given: unknown): Promise<T> {
  await page.evaluate(script);
  return page.evaluate(`pictures.${call}(${JSON.stringify(given)})`) as Promise<T>;
}

/** Where the page shows something that may be another each time. */
export const findVarying = (page: Page): Promise<Box[]> => ask(page, 'findVarying', varying);

type Counted = { sizes: [accepted: string, drawn: string]; different: number; pixels: number };

/** What is different, in words; undefined for a picture that may be taken for the accepted one. */
export async function findChange(
  page: Page,
  accepted: Buffer,
  drawn: Buffer,
  boxes: readonly Box[],
): Promise<string | undefined> {
  const addresses = [accepted, drawn].map((picture) => `data:image/png;base64,${picture.toString('base64')}`);
  const { sizes, different, pixels } = await ask<Counted>(page, 'countDifferent', {
    addresses,
    boxes,
    channelTolerance,
  });
  if (sizes[0] !== sizes[1]) return `is ${sizes[1]}, was ${sizes[0]}`;
  if (different <= pixels * shareTolerance) return undefined;
  return `${different} of ${pixels} pixels differ (${((different / pixels) * 100).toFixed(2)} %)`;
}
