/** What the recipes of `sluice trigger` are made with. */
import { randomBytes } from 'node:crypto';
import type { EventType } from '../../../core/events/append-events.ts';

export type Tools = {
  /** The `data` of an answer. */
  data<T>(method: string, path: string, body?: object): Promise<T>;
};

export type Recipes = { readonly [T in EventType]?: (tools: Tools) => Promise<unknown> };

export const goodCard = '4242 4242 4242 4242';
export const badCard = '4000 0000 0000 0002';

export const uniqueRef = (): string => `trial-${randomBytes(6).toString('hex')}`;
