/** The envelope of interface A (docs/contract/merchant.md, "Merchant envelope"). Must not contain rules. */
import type { AppError } from '../../base/errors/app-error.ts';
import { catalog } from '../../base/errors/catalog.ts';

/** The whole body of an error fits in 120 bytes, 62 of which surround the message. */
export const merchantMessageLengthMax = 58;

export const merchantSuccess = <Word extends 'SUCCESS' | 'CREATED', Data>(word: Word, data: Data) => ({
  message: { code: 200 as const, success: [word] },
  data,
  type: 'success' as const,
});

export function merchantStatus(error: AppError): number {
  const entry = catalog[error.code];
  return 'merchant' in entry ? entry.merchant : entry.http;
}

/** The first invalid field and why. Without the reason when both do not fit. */
function wholeMessage({ message, details: [first] }: AppError): string {
  if (first === undefined) return message;
  const full = `The ${first.field} ${first.message}`;
  return full.length <= merchantMessageLengthMax ? full : `The ${first.field} is invalid.`;
}

export function merchantMessage(error: AppError): string {
  const ascii = wholeMessage(error)
    .replaceAll(/[^ -~]/g, '?')
    .replaceAll(/["\\]/g, "'");
  return ascii.slice(0, merchantMessageLengthMax);
}

export function merchantFailure(error: AppError) {
  return {
    message: { code: merchantStatus(error), error: [merchantMessage(error)] },
    data: [],
    type: 'error',
  };
}
