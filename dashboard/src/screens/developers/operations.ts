/** The operations that a holder's server can call, read from the service's own OpenAPI document. */
import { queryOptions } from '@tanstack/react-query';
import { Problem } from '../../api/problem.ts';

export type Parameter = { in: 'path' | 'query'; name: string; required: boolean; description: string; example: string };

export type Operation = {
  id: string;
  method: string;
  path: string;
  summary: string;
  group: string;
  parameters: readonly Parameter[];
  /** An example of its body; undefined for an operation without one. */
  body: string | undefined;
};

type Described = {
  operationId: string;
  summary: string;
  tags?: string[];
  parameters?: (Partial<Omit<Parameter, 'in' | 'example'>> & { in: string; name: string; example?: unknown })[];
  requestBody?: { content: Record<string, { example?: unknown }> };
};
type Document = {
  tags: { name: string; 'x-displayName'?: string }[];
  paths: Record<string, Record<string, Described>>;
};

const indent = 2;
/** They take a key pair in their body, and no browser has its secret. */
const takesSecret = ['createAccessToken', 'getPaymentByKeys'];
const bases = { company: '/partner/', merchant: '/pay/api/' } as const;

export const operationsQuery = (kind: 'company' | 'merchant') =>
  queryOptions({
    queryKey: ['api-operations', kind],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const answer = await fetch('/openapi.json').catch(() => undefined);
      if (answer?.ok !== true) throw new Problem(answer?.status ?? 0, {});
      return operationsOf((await answer.json()) as Document, bases[kind]);
    },
  });

function operationsOf({ tags, paths }: Document, base: string): Operation[] {
  const names = new Map(tags.map((tag) => [tag.name, tag['x-displayName'] ?? tag.name]));
  return Object.entries(paths)
    .filter(([path]) => path.startsWith(base))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => presented(path, method, described, names)),
    )
    .filter(({ id }) => !takesSecret.includes(id));
}

function presented(
  path: string,
  method: string,
  { operationId, summary, tags = [], parameters = [], requestBody }: Described,
  names: ReadonlyMap<string, string>,
): Operation {
  const body = requestBody?.content['application/json'];
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    summary,
    group: names.get(tags[0] ?? '') ?? '',
    parameters: parameters
      .filter((one) => one.in === 'path' || one.in === 'query')
      .map(({ in: place, name, required = false, description = '', example }) => ({
        in: place as Parameter['in'],
        name,
        required,
        description,
        example: example === undefined ? '' : String(example),
      })),
    body: body === undefined ? undefined : JSON.stringify(body.example ?? {}, null, indent),
  };
}

/** What is sent: only what was filled in. */
export function requestOf({ id, parameters }: Operation, values: Readonly<Record<string, string>>, body: string) {
  const given = (place: Parameter['in']) =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === place && (values[one.name] ?? '') !== '')
        .map(({ name }) => [name, values[name] as string]),
    );
  return { operation: id, path: given('path'), query: given('query'), ...(body.trim() === '' ? {} : { body }) };
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** JSON indented, anything else as it is. */
export function readable(text: string): string {
  return isJson(text) ? JSON.stringify(JSON.parse(text), null, indent) : text;
}
