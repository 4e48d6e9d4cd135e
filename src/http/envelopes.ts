/**
 * The envelopes of both interfaces (docs/contract.md, "Merchant envelope" and "Partner envelope"). Nothing but shape.
 */
import type { AppError } from '../errors/app-error.ts';
import { catalogue } from '../errors/catalogue.ts';

/** The whole body of a merchant error fits on 120 bytes; 62 of them stand around the message. */
export const merchantMessageLengthMax = 58;
const detailsMax = 100;

export const merchantSuccess = (word: 'SUCCESS' | 'CREATED', data: Record<string, unknown>) => ({
  message: { code: 200, success: [word] },
  data,
  type: 'success',
});

export function merchantStatus(error: AppError): number {
  const entry = catalogue[error.code];
  return 'merchant' in entry ? entry.merchant : entry.http;
}

export function merchantFailure(error: AppError) {
  const ascii = error.message.replaceAll(/[^ -~]/g, '?').replaceAll(/["\\]/g, "'");
  return {
    message: { code: merchantStatus(error), error: [ascii.slice(0, merchantMessageLengthMax)] },
    data: [],
    type: 'error',
  };
}

export const partnerSuccess = (data: unknown) => ({ status: true, data });

export const partnerPage = (data: unknown[], nextCursor: string | null) => ({
  status: true,
  data,
  next_cursor: nextCursor,
});

export const partnerFailure = (error: AppError, requestId: string) => ({
  status: false,
  error: {
    code: error.code,
    message: error.message,
    details: error.details.slice(0, detailsMax),
    request_id: requestId,
  },
});
