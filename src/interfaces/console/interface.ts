/** The console's API, for people: its base path and error envelope. Its answers must not be stored by a browser. */
import { catalogue } from '../../errors/catalogue.ts';
import { type Interface, jsonAnswer } from '../../http/interface.ts';
import { partnerFailure } from '../partner/envelope.ts';

export const consoleBasePath = '/api/v1';

export const consoleHeaders: Readonly<Record<string, string>> = Object.freeze({ 'cache-control': 'no-store' });

export const consoleInterface: Interface = {
  basePaths: [consoleBasePath],
  answerError: (error, requestId) => ({
    ...jsonAnswer(catalogue[error.code].http, partnerFailure(error, requestId)),
    headers: consoleHeaders,
  }),
};
