/** Declarations of the answers of a company's routes, in the envelope that interface B and the console's API share. */
import { type TSchema, Type } from 'typebox';
import type { ErrorCode } from '../../base/errors/catalog.ts';
import {
  type Answer,
  csvAnswer,
  csvContent,
  type Declared,
  type ErrorShape,
  errorAnswers,
  jsonAnswer,
  replayedHeader,
} from '../../core/http/answers.ts';

type Bodies = Record<number, TSchema>;

export type CompanyAnswers = {
  /** The answers of a read-only route. @param codes in addition to those of every route. */
  readAnswers<B extends Bodies>(bodies: B, codes?: readonly ErrorCode[]): Declared<B>;
  /** The answers of a read-only route in a format other than JSON. */
  documentAnswers(answer: Answer, codes?: readonly ErrorCode[]): Record<string, unknown>;
  /** The answers of a read-only route in JSON or, when the query requests it, CSV. @param columns the CSV header. */
  readOrCsvAnswers<Body extends TSchema>(
    body: Body,
    columns: readonly string[],
    codes: readonly ErrorCode[],
  ): Declared<{ 200: Body }>;
  /**
   * The answers of a route that writes.
   * @param codes in addition to those of every write.
   * @param headers of all its answers, including errors.
   */
  writeAnswers<B extends Bodies>(bodies: B, codes?: readonly ErrorCode[], headers?: Answer['headers']): Declared<B>;
};

/** The error codes that an interface adds to those of a route. */
type InterfaceCodes = {
  everyCaller: readonly ErrorCode[];
  /** In addition to `everyCaller`. */
  everyWrite: readonly ErrorCode[];
};

export function companyAnswers(shape: ErrorShape, { everyCaller, everyWrite }: InterfaceCodes): CompanyAnswers {
  const readErrors = (codes: readonly ErrorCode[]) => errorAnswers([...everyCaller, ...codes], shape);
  const writeErrors = (codes: readonly ErrorCode[]) => readErrors([...everyWrite, ...codes]);
  return {
    readAnswers: <B extends Bodies>(bodies: B, codes: readonly ErrorCode[] = []) =>
      ({ ...successes(bodies, {}), ...readErrors(codes) }) as unknown as Declared<B>,
    documentAnswers: (answer, codes = []) => ({ 200: answer, ...readErrors(codes) }),
    readOrCsvAnswers: <Body extends TSchema>(body: Body, columns: readonly string[], codes: readonly ErrorCode[]) =>
      ({ ...readErrors(codes), 200: jsonOrCsv(body, columns) }) as unknown as Declared<{ 200: Body }>,
    writeAnswers: <B extends Bodies>(bodies: B, codes: readonly ErrorCode[] = [], headers: Answer['headers'] = {}) =>
      ({
        ...successes(bodies, { ...replayedHeader, ...headers }),
        ...withHeaders(writeErrors(codes), headers),
      }) as unknown as Declared<B>,
  };
}

const describeStatus: Record<string, string> = { 200: 'Done', 201: 'Created', 202: 'Started' };

function successes(bodies: Bodies, headers: Answer['headers']): Record<number, Answer> {
  return Object.fromEntries(
    Object.entries(bodies).map(([status, schema]) => [
      status,
      jsonAnswer(schema, describeStatus[status] ?? 'Done', headers),
    ]),
  );
}

function jsonOrCsv(body: TSchema, columns: readonly string[]): Answer {
  const { content, description } = jsonAnswer(body, 'Done');
  const { 'Content-Disposition': fileName, ...headers } = csvAnswer(columns, description).headers;
  const named = { description: 'Names the file, of a CSV', schema: fileName?.schema ?? Type.String() };
  return {
    description,
    headers: { ...headers, 'Content-Disposition': named },
    content: { ...content, ...csvContent(columns) },
  };
}

/** Answers with extra headers are written inline, because a shared response component would lack them. */
function withHeaders(answers: Record<number, Answer>, headers: Answer['headers']): Record<number, Answer> {
  if (Object.keys(headers).length === 0) return answers;
  return Object.fromEntries(
    Object.entries(answers).map(([status, { 'x-name': _shared, ...answer }]) => [
      status,
      { ...answer, headers: { ...answer.headers, ...headers } },
    ]),
  );
}
