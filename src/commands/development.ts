/** What only `start` has: a generated secret, and pages that stand in for a shop. Must never be part of `serve`. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { dataDirFiles, developmentSecretPrefix } from '../config.ts';
import type { Database } from '../database/pool.ts';
import { developmentPage, mailboxPages } from './mailbox.ts';

const secretBytes = 33;

/** The data directory's own secret, generated on the first start and readable by its owner only. */
export async function developmentSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, dataDirFiles.secret);
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const secret = developmentSecretPrefix + randomBytes(secretBytes).toString('base64url');
    await writeFile(file, `${secret}\n`, { mode: 0o600, flag: 'wx' });
    return secret;
  }
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The mailbox, and the return page of the demo shop, which shows what a shop would receive. */
export function developmentPages(app: FastifyInstance, deps: { db: Database }): void {
  mailboxPages(app, deps);
  const pages = [
    { path: '/dev/return', title: 'Back at the shop: paid' },
    { path: '/dev/cancel', title: 'Back at the shop: cancelled' },
  ];
  for (const { path, title } of pages) {
    app.get(path, { schema: developmentPage }, async (request, reply) => {
      const query = new URL(request.raw.url ?? '', 'http://localhost').searchParams;
      const rows = [...query].map(
        ([name, value]) => `<tr><th align="left">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
      );
      reply.header('content-security-policy', "default-src 'none'");
      return reply
        .type('text/html; charset=utf-8')
        .send(`<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1><table>${rows.join('')}</table>`);
    });
  }
}
