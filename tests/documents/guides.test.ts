/**
 * The README and the guides, followed to the letter: what they say to paste runs against a fresh `npm start`, and is
 * answered as they print it.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlace, type Running } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { runEnvironment } from '../support/run/names.ts';
import { programArguments } from '../support/run/program.ts';
import { differences, jsonValues, readBlocks } from './guide.ts';
import { payInBrowser } from './pay-in-browser.ts';
import { openShell, type Shell } from './shell.ts';

const printedOrigin = 'http://localhost:8080';
/** What runs a program that a guide shows; where it is not installed the program is not run. */
const programs: Record<string, { command: string; file: string }> = {
  ts: { command: 'node', file: 'program.ts' },
  python: { command: 'python3', file: 'program.py' },
  php: { command: 'php', file: 'program.php' },
};

const place = createPlace();
let service: Running;
let origin: string;
/** Where the reader's own code listens. */
let hookPort: string;
let shell: Shell;

beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  hookPort = String(await freePort());
  service = place.begin(['start'], { PORT: String(port) });
  await service.printed(/Stop with Ctrl-C\.\n$/);
  shell = openShell(place.directory, environment());
});
afterAll(async () => {
  shell?.end();
  service?.interrupt();
  await service?.ended;
  await place.remove();
});

/** As `npm` arranges it: its Node.js first, and `npx sluice` beside it. */
function environment(): Record<string, string> {
  const bin = join(place.directory, 'bin');
  mkdirSync(bin, { recursive: true });
  const command = [process.execPath, ...programArguments()].map((word) => `'${word}'`).join(' ');
  writeFileSync(join(bin, 'npx'), `#!/bin/sh\nshift\nexec ${command} "$@"\n`, { mode: 0o755 });
  return {
    PATH: `${bin}:${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: place.directory,
    LC_ALL: 'C.UTF-8',
    ...runEnvironment(),
  };
}

/** A block that printed the address of a payment asks its reader to open it and pay. */
const paymentAddress = /^http\S+\/user\/authentication\/form\/\w+$/;

async function follow(document: string): Promise<void> {
  let output = '';
  for (const block of readBlocks(`${document}.md`)) {
    const where = `${document}:${block.line}`;
    const text = block.text.replaceAll(printedOrigin, origin).replaceAll(/\b3000\b/g, hookPort);
    const program = programs[block.language];
    if (block.language === 'sh') {
      output = (await shell.run(text)).trim();
      if (paymentAddress.test(output)) await payInBrowser(output);
    } else if (program !== undefined) {
      if (spawnSync(program.command, ['--version']).error !== undefined) continue;
      writeFileSync(join(place.directory, program.file), text);
      output = await shell.run(`${program.command} ${program.file}`);
      // Nothing but the address: a warning of the language would be printed too.
      expect(output.trim(), where).toMatch(paymentAddress);
    } else if (block.language === 'text' && block.text.startsWith('verified')) {
      expect(output, where).toContain(block.text.split(' ', 2).join(' '));
    } else if (block.language === 'json') {
      const answers = jsonValues(output);
      const problems = jsonValues(block.text).flatMap((printed, index) => differences(printed, answers[index]));
      expect(problems, `${where}, of ${output}`).toEqual([]);
    }
  }
}

describe('what a newcomer pastes', () => {
  it.each(['README', 'docs/merchant-guide', 'docs/partner-guide'])('from %s', follow);
});
