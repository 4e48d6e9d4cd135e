/** `sluice trigger`: makes an event happen in test mode, by doing what leads to it. */
import { readConfig } from '../../config.ts';
import { type ApiCaller, connect, findPair, type Side } from '../api-caller.ts';
import { readPage } from '../listen/event-reader.ts';
import { say, table } from '../output.ts';
import { companyRecipes } from './company-recipes.ts';
import { merchantRecipes } from './merchant-recipes.ts';
import type { Recipes, Tools } from './tools.ts';

/** How often it looks for the event, each time waiting as long as the service allows. */
const waits = 3;
const waitSeconds = 10;

const recipesOf: Record<Side, Recipes> = { company: companyRecipes, merchant: merchantRecipes };

type TriggerOptions = { list?: boolean; url?: string; as: Side };

export async function triggerCommand(type: string | undefined, options: TriggerOptions): Promise<void> {
  if (options.list || type === undefined) return say(table(listOf()));
  const config = readConfig(process.env);
  const pair = findPair(process.env, config.dataDir, options.as);
  if (!pair.clientId.startsWith('pk_test_'))
    throw new Error('Events can be triggered in test mode only: use a test key pair.');
  const api = await connect(options.url ?? pair.origin ?? config.publicUrl, pair);
  const id = await trigger(api, type);
  say(`${type}  ${id}`);
}

const listOf = (): string[][] =>
  Object.entries(recipesOf).flatMap(([side, recipes]) => Object.keys(recipes).map((type) => [type, side]));

/** @returns the id of the event. @throws Error when the type cannot be made to happen with this key pair. */
export async function trigger(api: ApiCaller, type: string): Promise<string> {
  const recipe = Object.entries(recipesOf[api.side]).find(([name]) => name === type)?.[1];
  if (recipe === undefined) {
    throw new Error(`${type} can't be triggered with the key pair of a ${api.side}. See: sluice trigger --list`);
  }
  const tools: Tools = {
    data: async <T>(method: string, path: string, body?: object) =>
      ((await api.call(method, path, body)) as { data: T }).data,
  };
  const never = new AbortController().signal;
  let after = (await readPage(api, { after: 'latest', wait: 0 }, never)).next ?? undefined;
  await recipe(tools);
  for (let wait = 0; wait < waits; wait += 1) {
    const { events, next } = await readPage(api, { after, type, wait: waitSeconds }, never);
    if (events[0] !== undefined) return events[0].id;
    after = next ?? undefined;
  }
  throw new Error(`${type} did not happen within ${waits * waitSeconds} seconds.`);
}
