/** Declarations of the console API's routes: their security, and their answers in interface B's envelope. */
import type { TSchema } from 'typebox';
import { catalogue, type ErrorCode } from '../../errors/catalogue.ts';
import { type Answer, type Declared, errorAnswers, everyBody, everyRequest, jsonAnswer } from '../../http/answers.ts';
import { failureShape } from '../envelope.ts';

/** `not_found`: not a holder of the person. `validation_failed`: an invalid mode header. */
export const everySession: readonly ErrorCode[] = [...everyRequest, 'signed_out', 'not_found', 'validation_failed'];

/** `forbidden`: the write came from another site. */
export const everyWrite: readonly ErrorCode[] = [...everyBody, 'forbidden'];

export const consoleErrorShape = failureShape('Console');

/** The statuses that every route has to declare. */
export const consoleCommonStatuses: readonly number[] = [
  ...new Set(everySession.map((code) => catalogue[code].http)),
].sort();

type Options = { writes?: boolean; codes?: readonly ErrorCode[]; headers?: Answer['headers'] };

export const consoleAnswers = <Body extends TSchema>(body: Body, options: Options = {}): Declared<{ 200: Body }> => {
  const { writes = false, codes = [], headers = {} } = options;
  return {
    ...errorAnswers([...everySession, ...(writes ? everyWrite : []), ...codes], consoleErrorShape),
    200: jsonAnswer(body, 'Done', headers),
  } as unknown as Declared<{ 200: Body }>;
};

export const consoleOperation = (operationId: string, summary: string) => ({
  operationId,
  tags: ['console'],
  summary,
  security: [{ SessionCookie: [] }],
});
