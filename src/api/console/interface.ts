/** The console's API, for people: its base path and error envelope. */
import { catalogue } from '../../base/errors/catalogue.ts';
import { type Interface, jsonAnswer } from '../../core/http/interface.ts';
import { partnerFailure } from '../shared/envelope.ts';

export const consoleBasePath = '/api/v1';

export const consoleInterface: Interface = {
  basePaths: [consoleBasePath],
  answerError: (error, requestId) => jsonAnswer(catalogue[error.code].http, partnerFailure(error, requestId)),
};
