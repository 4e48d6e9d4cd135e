/** The console's API, for people: its base path and error envelope. */
import { catalog } from '../../base/errors/catalog.ts';
import { type Interface, jsonAnswer } from '../../core/http/interface.ts';
import { partnerFailure } from '../shared/envelope.ts';

export const consoleBasePath = '/api/v1';

export const consoleInterface: Interface = {
  basePaths: [consoleBasePath],
  answerError: (error, requestId) => jsonAnswer(catalog[error.code].http, partnerFailure(error, requestId)),
};
