/**
 * Identifies the browser that ended a payment. Only that browser returns to the merchant with the result, even when a
 * double click lost its first answer. The cookie itself is never stored, only a digest bound to the payment.
 */
import { createHash } from 'node:crypto';

/** The secret in a browser's signed checkout cookie; undefined without one. */
export type Browser = string | undefined;

export const browserDigest = (paymentId: string, browser: string): Buffer =>
  createHash('sha256').update(`${paymentId}\n${browser}`).digest();
