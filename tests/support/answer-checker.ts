/**
 * Judges answers by what the OpenAPI document, or for pages their route, declares: status, content type, headers and body.
 * Objects are closed here, so that a field the document does not know is found; for clients they stay open.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'csv-parse/sync';

export type Seen = {
  status: number;
  headers: Record<string, unknown>;
  /** Undefined: none was sent, as for HEAD. */
  body: string | undefined;
};

type Json = Record<string, unknown>;
type Response = {
  headers?: Record<string, { required?: boolean; schema: Json }>;
  content?: Record<string, { schema: Json }>;
};

/** Headers that say something to a client: none is sent where it is not declared. */
const told = ['idempotent-replayed', 'retry-after', 'ratelimit', 'ratelimit-policy', 'location', 'content-disposition'];

/** What it compiles judges a few answers: making it faster takes longer than it saves. */
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true, code: { optimize: false } });
const formats: Record<string, RegExp> = {
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  uri: /^https?:\/\/[^\s]+$/,
  text: /^/,
};
for (const [name, pattern] of Object.entries(formats)) ajv.addFormat(name, pattern);

const compiled = new WeakMap<Json, ValidateFunction>();
/** By the schema as JSON: most errors of most operations have the same one. */
const compiledTexts = new Map<string, ValidateFunction>();

/** @param document resolves references; undefined where there are none. @returns what is wrong, nothing when all is as declared. */
export function problemsOf(seen: Seen, declared: Record<string, Response> | undefined, document: Json): string[] {
  const response = resolve(declared?.[String(seen.status)], document) as Response | undefined;
  if (response === undefined) return [`status ${seen.status} is not declared`];
  return [...headerProblems(seen, response), ...bodyProblems(seen, response, document)];
}

function resolve(value: unknown, document: Json): unknown {
  const ref = (value as { $ref?: string } | undefined)?.$ref;
  if (ref === undefined) return value;
  return ref
    .slice(2)
    .split('/')
    .reduce((at: unknown, part) => (at as Json)[part], document);
}

function headerProblems({ headers }: Seen, { headers: declared = {} }: Response): string[] {
  const names = new Map(Object.entries(declared).map(([name, header]) => [name.toLowerCase(), header]));
  const problems = told
    .filter((name) => headers[name] !== undefined && !names.has(name))
    .map((name) => `${name} is not declared`);
  for (const [name, { required, schema }] of names) {
    const value = headers[name];
    if (value === undefined) {
      if (required === true) problems.push(`${name} is missing`);
    } else if (!validatorOf(schema, {})(String(value))) problems.push(`${name} is ${String(value)}`);
  }
  return problems;
}

function bodyProblems({ headers, body }: Seen, { content }: Response, document: Json): string[] {
  if (body === undefined) return [];
  if (content === undefined) return body === '' ? [] : ['a body where none is declared'];
  const type = String(headers['content-type'] ?? '').split(';')[0] as string;
  const media = content[type];
  if (media === undefined) return [`content type ${type} is not declared`];
  const validate = validatorOf(media.schema, document);
  if (type === 'text/csv') parse(body, { relax_column_count: false, bom: true });
  const value: unknown = type === 'application/json' ? JSON.parse(body) : body;
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

function validatorOf(schema: Json, document: Json): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const closed = close(schema, document) as Json;
  const text = JSON.stringify(closed);
  const validate = compiledTexts.get(text) ?? ajv.compile(closed);
  compiledTexts.set(text, validate);
  compiled.set(schema, validate);
  return validate;
}

/** With its references written out, and every object that does not say otherwise closed. */
function close(value: unknown, document: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => close(item, document));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) return close(resolve(value, document), document);
  const { example: _example, examples: _examples, ...own } = value as Json;
  const walked = Object.fromEntries(Object.entries(own).map(([key, inner]) => [key, close(inner, document)]));
  const isObject = walked.type === 'object' && walked.additionalProperties === undefined;
  return isObject ? { ...walked, additionalProperties: false } : walked;
}
