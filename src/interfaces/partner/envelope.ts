/**
 * The envelope of interface B (docs/contract.md, "Partner envelope"), used by all JSON addresses except interface A's.
 * Must not contain rules.
 */
import type { AppError } from '../../errors/app-error.ts';

const detailsMax = 100;

export const partnerSuccess = <Data>(data: Data) => ({ status: true as const, data });

export const partnerPage = <Item>(data: Item[], nextCursor: string | null) => ({
  status: true as const,
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
