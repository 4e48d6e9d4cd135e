/**
 * Takes a payer from a frame to a window of their own as the same browser. A frame's cookie stays in the frame, so that the window
 * would not know who began the attempt at the provider, and would not lead them back to the shop. The ticket in the address of
 * the one link is sealed, ends within the hour, and stands for this payment alone: the cookie that it becomes is sent to no other
 * page, and the window's own forms are checked against the window's own cookie.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export type HandOver = {
  /** @param browser the secret in the browser's cookie. @param nowMs the real time. */
  ticketFor(paymentId: string, browser: string, nowMs: number): string;
  /** @returns the secret; undefined for a ticket that has ended, is of another payment, or was made by anybody else. */
  browserIn(paymentId: string, ticket: string, nowMs: number): string | undefined;
};

const cipher = 'aes-256-gcm';
const lifetimeMs = 3_600_000;
const ivBytes = 12;
const tagBytes = 16;
const timeBytes = 8;

export function createHandOver(secret: string): HandOver {
  const key = Buffer.from(hkdfSync('sha256', secret, new Uint8Array(0), 'sluice/checkout-hand-over/v1', 32));
  return {
    ticketFor(paymentId, browser, nowMs) {
      const iv = randomBytes(ivBytes);
      const sealing = createCipheriv(cipher, key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(paymentId));
      const ends = Buffer.alloc(timeBytes);
      ends.writeBigUInt64BE(BigInt(nowMs + lifetimeMs));
      const sealed = [sealing.update(ends), sealing.update(browser, 'utf8'), sealing.final()];
      return Buffer.concat([iv, ...sealed, sealing.getAuthTag()]).toString('base64url');
    },
    browserIn(paymentId, ticket, nowMs) {
      const bytes = Buffer.from(ticket, 'base64url');
      if (bytes.length < ivBytes + timeBytes + tagBytes) return undefined;
      const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
        .setAAD(Buffer.from(paymentId))
        .setAuthTag(bytes.subarray(-tagBytes));
      try {
        const opened = Buffer.concat([opening.update(bytes.subarray(ivBytes, -tagBytes)), opening.final()]);
        if (opened.readBigUInt64BE() <= BigInt(nowMs)) return undefined;
        return opened.subarray(timeBytes).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
