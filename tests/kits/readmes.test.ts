/** The code in the README of each client library does what it shows, against the real service. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createReferenceWorld, type ReferenceWorld } from '../reference/scenario.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import type { TestServer } from '../support/test-server.ts';
import { createTestService } from '../support/test-service.ts';
import { folderOf, missing, programs } from './kit.ts';
import { hasLaravel, laravelPackage, runInLaravel } from './laravel.ts';
import { settingsOf } from './settings.ts';

const run = promisify(execFile);
let server: TestServer;
let settings: Record<string, string>;
let world: ReferenceWorld;
let directory: string;

beforeAll(async () => {
  // Events have their positions as they happen.
  server = await createTestService();
  const { port } = server.app.server.address() as AddressInfo;
  world = await createReferenceWorld(server);
  settings = settingsOf(`http://127.0.0.1:${port}`, world);
  directory = await mkdtemp(join(tmpdir(), 'sluice-kits-'));
});
afterAll(async () => {
  await expectBooksToHold(server.db);
  await rm(directory, { recursive: true, force: true });
  await server.close();
});

/** @returns what each block of code printed. */
async function printedBy(kit: string, ending: string, head: string): Promise<string[]> {
  const { command, env } = programs[kit] as NonNullable<(typeof programs)[string]>;
  const readme = await readFile(folderOf(`../../sdk/${kit}/README.md`), 'utf8');
  const blocks = readme.matchAll(new RegExp(`\`\`\`${kit}\\n([\\s\\S]*?)\`\`\``, 'g'));
  return Promise.all(
    [...blocks].map(async ([, code], n) => {
      const file = join(directory, `block-${n}.${ending}`);
      await writeFile(file, head + code);
      return (await run(command, [file], { env: { ...process.env, ...env, ...settings } })).stdout.trim();
    }),
  );
}

it('that of PHP', async ({ skip }) => {
  skip(programs.php === undefined, missing('php'));
  const library = folderOf('../../sdk/php/autoload.php');
  const printed = await printedBy('php', 'php', `<?php\ndeclare(strict_types=1);\nrequire '${library}';\n`);
  expect(printed).toHaveLength(5);
  expect(printed[0]).toMatch(/^Send the customer to http:.*\/pay_\w+\ncreated not paid 24\.90$/);
  expect(printed[1]).toBe('bool(true)\nint(1251)\nstring(5) "12.51"');
  expect(printed[2]).toBe('25 unsettled\nsettled\norder-php-7 22.5\norder-php-8\norder-php-9');
  expect(printed[3]).toMatch(/^GET \/orders\/no-such-order 404\nnot_found 404 [0-9a-f-]{36} 0$/);
  expect(printed[4]).toBe('basket-7 is paid: 24.90\n204');
});

it('that of Python', async ({ skip }) => {
  skip(programs.python === undefined, missing('python'));
  const printed = await printedBy('python', 'py', '');
  expect(printed).toHaveLength(5);
  expect(printed[0]).toMatch(/^Send the customer to http:.*\/pay_\w+\ncreated False 24\.90$/);
  expect(printed[1]).toBe("25 unsettled\nsettled\norder-python-7 25.0\n['order-python-8', 'order-python-9']");
  expect(printed[2]).toBe('created\npayment.created');
  expect(printed[3]).toMatch(/^GET \/orders\/no-such-order 404\nnot_found 404 [0-9a-f-]{36} \[\]$/);
  expect(printed[4]).toBe('basket-7 is paid: 24.90\n204');
});

it('that of the Laravel package: its shop is paid by webhook, once, and refunds', async ({ skip }) => {
  skip(!hasLaravel, 'PHP is not installed with the parts of Laravel');
  const readme = await readFile(`${laravelPackage}README.md`, 'utf8');
  const classes = [...readme.matchAll(/```php\n(namespace [\s\S]*?)```/g)].map(([, code]) => code);
  const shop = await Promise.all(
    classes.map(async (code, n) => {
      const file = join(directory, `shop-${n}.php`);
      await writeFile(file, `<?php\ndeclare(strict_types=1);\n${code}`);
      return file;
    }),
  );
  const secret = `whsec_${Buffer.from('a secret of 24 characters').toString('base64')}`;
  const env = {
    ...{ SLUICE_URL: settings.SLUICE_URL, SLUICE_WEBHOOK_SECRET: secret },
    ...{ SLUICE_CLIENT_ID: settings.SHOP_CLIENT_ID, SLUICE_CLIENT_SECRET: settings.SHOP_CLIENT_SECRET },
  };
  const inShop = (run: string, more = {}) => runInLaravel(directory, { run, shop, settings: { env }, secret, ...more });

  const [address, token] = await inShop('checkOut');
  expect(address).toMatch(new RegExp(`^http.*/${token}$`));
  await world.pay(token);
  // Of orders with another amount or currency, and of the one that it pays, the webhook twice for each.
  expect(await inShop('payAndRefund', { token })).toEqual({
    answers: Array(6).fill(204),
    paid: [false, false, true],
    reported: Array(2).fill(`Payment ${token} is not what order 7 costs.`),
    backTo: 'https://shop.example/orders/7',
    status: 'refunded',
  });
});
