/**
 * Reads the notices of Example Pay. Only ids are taken from them.
 *
 * @import { ProviderNotice, ReadNotice } from 'sluice/provider'
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** A notice that is older may be a recorded one. */
const ageMaxMs = 300_000;

/** @type {(body: Buffer, signature: string, secret: string) => ReadNotice} */
export function readNotice(body, signature, secret) {
  const [, time = '', mac = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  const given = Buffer.from(mac, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return { ok: false };
  if (Math.abs(Date.now() - Number(time) * 1_000) > ageMaxMs) return { ok: false };
  return { ok: true, notices: noticesOf(parse(body)) };
}

/** @type {(event: { type?: string, id?: string, reference?: string }) => ProviderNotice[]} */
function noticesOf({ type, id = '', reference = '' }) {
  if (type === 'payment') return [{ kind: 'charge', attemptId: reference, providerRef: id }];
  if (type === 'refund') return [{ kind: 'refund', refundId: reference }];
  if (type === 'dispute') return [{ kind: 'disputes', reference: id }];
  return [];
}

/** @param {Buffer} body */
function parse(body) {
  try {
    return JSON.parse(body.toString()) ?? {};
  } catch {
    return {};
  }
}
