/** What a route of the console's API declares of itself: who may call it, and interface B's envelope for its answers. */
import type { TSchema } from 'typebox';
import { catalogue, type ErrorCode } from '../../errors/catalogue.ts';
import { type Answer, type Declared, errorAnswers, everyBody, everyRequest, jsonAnswer } from '../../http/answers.ts';
import { partnerErrorShape } from '../partner/answers.ts';

/** A holder that the person does not belong to is nowhere; a mode that is none is a wrong field. */
const everySession: readonly ErrorCode[] = [...everyRequest, 'signed_out', 'not_found', 'validation_failed'];

/** A write from another site's page is forbidden. */
const everyWrite: readonly ErrorCode[] = [...everyBody, 'forbidden'];

/** Each route declares at least these. */
export const consoleCommonStatuses: readonly number[] = [
  ...new Set(everySession.map((code) => catalogue[code].http)),
].sort();

type Options = { writes?: boolean; codes?: readonly ErrorCode[]; headers?: Answer['headers'] };

export const consoleAnswers = <Body extends TSchema>(body: Body, options: Options = {}): Declared<{ 200: Body }> => {
  const { writes = false, codes = [], headers = {} } = options;
  return {
    ...errorAnswers([...everySession, ...(writes ? everyWrite : []), ...codes], {
      ...partnerErrorShape,
      prefix: 'Console',
    }),
    200: jsonAnswer(body, 'Done', headers),
  } as unknown as Declared<{ 200: Body }>;
};

export const consoleOperation = (operationId: string, summary: string) => ({
  operationId,
  tags: ['console'],
  summary,
  security: [{ SessionCookie: [] }],
});
