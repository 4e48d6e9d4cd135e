/**
 * What the log keeps of an attempt: the first 4 KiB of both bodies, and headers without signatures and cookies. Pure.
 */
import type { IncomingHttpHeaders } from 'node:http';

export const keptBytesMax = 4_096;
const headersKeptMax = 50;
const headerBytesMax = 512;
const hidden = '(not kept)';

/** Text of the first bytes, without what the database cannot store; a character cut in two is left out. */
export function keptText(body: Buffer | string): string {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const text = new TextDecoder('utf-8').decode(bytes.subarray(0, keptBytesMax), { stream: true });
  return text.replaceAll('\0', '\ufffd');
}

/** @param extraHeader the header that carries the endpoint's second signature. */
export function keptRequestHeaders(
  headers: Record<string, string>,
  extraHeader: string | null,
): Record<string, string> {
  const signed = ['webhook-signature', extraHeader?.toLowerCase()];
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, signed.includes(name.toLowerCase()) ? hidden : value]),
  );
}

const secretHeader = /cookie|authori[sz]ation|secret|token|signature|api-?key|password/i;

export function keptResponseHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .slice(0, headersKeptMax)
      .map(([name, value]) => [name, secretHeader.test(name) ? hidden : keptHeader(String(value))]),
  );
}

const keptHeader = (value: string): string => value.slice(0, headerBytesMax).toWellFormed().replaceAll('\0', '\ufffd');
