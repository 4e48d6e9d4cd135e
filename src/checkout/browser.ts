/**
 * Which browser ended a payment: only that one is led back to the merchant with what it paid, also when its first
 * answer was lost to a double click. The browser's cookie itself is never stored, only a digest that is useless
 * elsewhere.
 */
import { createHash } from 'node:crypto';

/** The secret in a browser's signed checkout cookie; undefined for a browser that has none. */
export type Browser = string | undefined;

export const browserDigest = (paymentId: string, browser: string): Buffer =>
  createHash('sha256').update(`${paymentId}\n${browser}`).digest();
