/** The console's API, for people: its base path and error envelope. */
import { catalogue } from '../../errors/catalogue.ts';
import { type Interface, jsonAnswer } from '../../http/interface.ts';
import { partnerFailure } from '../envelope.ts';

export const consoleBasePath = '/api/v1';

export const consoleInterface: Interface = {
  basePaths: [consoleBasePath],
  answerError: (error, requestId) => jsonAnswer(catalogue[error.code].http, partnerFailure(error, requestId)),
};
