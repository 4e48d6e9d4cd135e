/**
 * The built-in providers keep the contract, and so does the example of docs/write-a-provider.md, "Prove it".
 * `npm run conformance -- <name, package or path> [words]` runs this file for another one, or the cases with these words.
 */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { builtIn, findHarness } from './find-harness.ts';
import { cases, type Run, startRun } from './run-case.ts';

const named = process.env.CONFORMANCE_OF;
const example = fileURLToPath(new URL('../../docs/examples/provider/conformance.js', import.meta.url));
const providers = named === undefined ? [...Object.keys(builtIn), example] : [named];

const words = process.env.CONFORMANCE_WORDS ?? '';
const chosen = cases.filter(({ name }) => name.includes(words));
if (chosen.length === 0) throw new Error(`No case has the words “${words}”`);

describe.each(providers)('%s:', (name) => {
  let run: Run;
  beforeAll(async () => {
    run = await startRun(await findHarness(name));
  });
  afterAll(() => run?.close());

  it.for(chosen.map((one) => [one.name, one] as const))('%s', async ([, one], context) => {
    const outcome = await run.run(one);
    if (outcome.state === 'failed') throw outcome.error;
    if (outcome.state === 'not offered') context.skip(`not offered: ${outcome.missing}`);
  });
});
