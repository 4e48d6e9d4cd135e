/** What only `start` has: a generated secret, and pages that stand in for a shop. Must never be part of `serve`. */
import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { dataDirFiles, developmentSecretPrefix } from '../config.ts';
import type { Database } from '../database/pool.ts';
import { developmentPage, mailboxPages } from './mailbox.ts';

const secretBytes = 33;

/** The data directory's own secret, generated on the first start and readable by its owner only. */
export async function developmentSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, dataDirFiles.secret);
  const found = await readIfThere(file);
  if (found !== undefined) return found;
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, `${developmentSecretPrefix}${randomBytes(secretBytes).toString('base64url')}\n`, {
    mode: 0o600,
    flush: true,
  });
  // A whole file or none, and of two processes the first one's.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return (await readFile(file, 'utf8')).trim();
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
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
