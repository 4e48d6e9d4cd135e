/**
 * Compiles request schemas and translates Ajv's findings into the contract's error details. Bodies are validated
 * strictly, paths and queries with coercion, since everything in them is text.
 */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import type { ErrorDetail } from '../../base/errors/app-error.ts';
import { isPlainText, isRef, isStorable } from './text.ts';

export const detailsMax = 100;

function createAjv(coerceTypes: boolean): Ajv {
  const ajv = new Ajv({
    coerceTypes,
    allErrors: true,
    // The findings carry what they are about.
    verbose: true,
    strict: false,
    // With strictNumbers, the bounds of an infinite number are not checked, and only coercion can produce one.
    strictNumbers: !coerceTypes,
    useDefaults: true,
    validateFormats: true,
  });
  ajv.addFormat('text', { type: 'string', validate: isPlainText });
  ajv.addFormat('ref', { type: 'string', validate: isRef });
  // Accepts any text: it reaches a query only if it was recognized.
  ajv.addFormat('opaque', true);
  ajv.addFormat('storable', { type: 'string', validate: isStorable });
  return ajv;
}

/** What these hold are values, not schemas. */
const valueKeywords = ['examples', 'default', 'enum', 'const'];

/** Gives every text in the schema a format, so that none reaches a query which PostgreSQL would refuse. */
function withStorableTexts(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withStorableTexts);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { type, format } = schema as { type?: unknown; format?: unknown };
  const isText = type === 'string' || (Array.isArray(type) && type.includes('string'));
  const copied = Object.entries(schema).map(([key, value]) => [
    key,
    valueKeywords.includes(key) ? value : withStorableTexts(value),
  ]);
  return { ...Object.fromEntries(copied), ...(isText && format === undefined ? { format: 'storable' } : {}) };
}

const compileWith = (ajv: Ajv, schema: unknown): ValidateFunction => ajv.compile(withStorableTexts(schema) as object);

/**
 * Compiles a route's schema according to the part of the request it validates, when it is first asked for: compiling all
 * of them is a third of the time that the service takes to start.
 */
export function createValidatorCompiler(): FastifySchemaCompiler<Record<string, unknown>> {
  const strict = createAjv(false);
  const coercing = createAjv(true);
  return ({ schema, httpPart }) => {
    let compiled: ValidateFunction | undefined;
    if (httpPart !== 'body') {
      return (part: unknown) => {
        compiled ??= compileWith(coercing, schema);
        return compiled(part) ? { value: part } : { error: compiled.errors as FastifySchemaValidationError[] };
      };
    }
    const bounded = boundedArrays(schema);
    return (body: unknown) => {
      compiled ??= compileWith(strict, schema);
      return validateBoundedFirst(bounded, compiled, body);
    };
  };
}

/**
 * Judges values as the body of a route with this schema would be, for a body that holds many of them.
 * @returns the problems; empty when there are none.
 */
export function createJudge(schema: object): (value: unknown) => ErrorDetail[] {
  let validate: ReturnType<FastifySchemaCompiler<Record<string, unknown>>> | undefined;
  return (value) => {
    validate ??= createValidatorCompiler()({
      schema: schema as Record<string, unknown>,
      method: '',
      url: '',
      httpPart: 'body',
    });
    const { error } = validate(value) as { error?: FastifySchemaValidationError[] };
    return error === undefined ? [] : detailsOf(error, 'body');
  };
}

type Bounded = readonly { name: string; maxItems: number }[];

const boundedArrays = ({ properties = {} }: { properties?: Record<string, { maxItems?: number }> }): Bounded =>
  Object.entries(properties).flatMap(([name, { maxItems }]) => (maxItems === undefined ? [] : [{ name, maxItems }]));

/** Checks array lengths first: an array that is too long is one error, and its items are not validated. */
function validateBoundedFirst(bounded: Bounded, validate: ValidateFunction, body: unknown) {
  const judged = { ...(body as Record<string, unknown> | null) };
  const error: FastifySchemaValidationError[] = [];
  for (const { name, maxItems } of bounded) {
    const value = judged[name];
    if (!Array.isArray(value) || value.length <= maxItems) continue;
    const message = `must have at most ${maxItems} items`;
    error.push({ instancePath: `/${name}`, schemaPath: '', keyword: 'maxItems', params: {}, message });
    judged[name] = [];
  }
  if (validate(error.length > 0 ? judged : body) && error.length === 0) return { value: body };
  return { error: [...error, ...((validate.errors ?? []) as FastifySchemaValidationError[])] };
}

type Finding = Pick<ErrorObject, 'instancePath' | 'keyword'> & Partial<ErrorObject>;

type ValidationError = Error & { validation: Finding[]; validationContext: string };

export const isValidationError = (error: unknown): error is ValidationError =>
  error instanceof Error && Array.isArray((error as Partial<ValidationError>).validation);

/** `/splits/1/amount` → `splits[1].amount`. */
function fieldPath(finding: Finding): string {
  const path = finding.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (finding.keyword === 'required') path.push(String(finding.params?.missingProperty));
  return path.map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`)).join('');
}

const formatMessages: Partial<Record<string, string>> = {
  text: 'must be well-formed text without control characters',
  storable: 'must be well-formed text without NUL characters',
  ref: 'must be well-formed text without control characters, and not blank, "." or ".."',
};

function explain(finding: Finding): string {
  switch (finding.keyword) {
    case 'required':
      return 'is required';
    case 'enum':
      return `must be one of ${[finding.params?.allowedValues].flat().join(', ')}`;
    case 'format':
      return formatMessages[finding.params?.format] ?? `must be a valid ${finding.params?.format}`;
    case 'type':
      // What the parser makes of a literal that it can't read exactly (exact-json.ts).
      if (Number.isNaN(finding.data)) return 'has too many digits to be read exactly';
      return finding.message ?? 'is invalid';
    default:
      return finding.message ?? 'is invalid';
  }
}

/** At most 100 details, one per field, in the order of the findings. */
export function detailsOf(findings: readonly Finding[], part: string): ErrorDetail[] {
  const details = new Map<string, ErrorDetail>();
  for (const finding of findings) {
    const field = fieldPath(finding) || part;
    if (!details.has(field)) details.set(field, { field, message: explain(finding) });
    if (details.size === detailsMax) break;
  }
  return [...details.values()];
}
