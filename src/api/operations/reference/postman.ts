/** Turns the OpenAPI document into a Postman collection of interfaces A and B. Pure. */

type Json = Record<string, unknown>;
type Parameter = { in: string; name: string; required?: boolean; description?: string; example?: unknown };
type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security?: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, { description?: string; content?: Record<string, { example?: unknown }> }>;
};
export type OpenApi = {
  info: { title: string; version: string };
  tags?: { name: string; description?: string; 'x-displayName'?: string }[];
  paths: Record<string, Record<string, Operation>>;
};

const schemaAddress = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const indent = 2;
/** An access token lives for ten minutes: the request for one keeps it for the requests that follow. */
const keepToken = ["pm.collectionVariables.set('access_token', pm.response.json().data.access_token);"];

const isOfServer = (path: string): boolean => path.startsWith('/pay/api/') || path.startsWith('/partner/');

/** Keys are variables, to be filled in: none is ever in the collection. */
export function toPostman(document: OpenApi, origin: string): Json {
  const operations = Object.entries(document.paths)
    .filter(([path]) => isOfServer(path))
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })));
  const folders = (document.tags ?? []).flatMap((tag) => {
    const own = operations.filter(({ operation }) => operation.tags[0] === tag.name);
    if (own.length === 0) return [];
    return [{ name: tag['x-displayName'] ?? tag.name, description: tag.description, item: own.map(itemOf) }];
  });
  return {
    info: { name: document.info.title, schema: schemaAddress, version: document.info.version },
    variable: [
      { key: 'base_url', value: origin },
      ...['client_id', 'client_secret', 'access_token'].map((key) => ({ key, value: '', type: 'secret' })),
    ],
    item: folders,
  };
}

function itemOf({ path, method, operation }: { path: string; method: string; operation: Operation }): Json {
  const request = requestOf(path, method, operation);
  const saved = Object.entries(operation.responses)
    .filter(([status]) => Number(status) < 300)
    .flatMap(([status, response]) => {
      const [type, content] = Object.entries(response.content ?? {})[0] ?? [];
      if (type === undefined || content?.example === undefined) return [];
      return [{ name: `${status}`, originalRequest: request, code: Number(status), body: textOf(content.example) }];
    });
  return {
    name: operation.summary,
    request,
    response: saved,
    ...(operation.operationId === 'createAccessToken'
      ? { event: [{ listen: 'test', script: { type: 'text/javascript', exec: keepToken } }] }
      : {}),
  };
}

function requestOf(path: string, method: string, operation: Operation): Json {
  const { parameters = [], requestBody, description } = operation;
  const body = requestBody?.content['application/json']?.example;
  const query = parameters.filter((one) => one.in === 'query');
  const inPath = parameters.filter((one) => one.in === 'path');
  const segments = path
    .slice(1)
    .replaceAll(/\{(\w+)\}/g, ':$1')
    .split('/');
  return {
    method: method.toUpperCase(),
    ...(description === undefined ? {} : { description }),
    header: [...keysOf(operation), ...(body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }])],
    url: {
      raw: `{{base_url}}/${segments.join('/')}`,
      host: ['{{base_url}}'],
      path: segments,
      variable: inPath.map(({ name, example }) => ({ key: name, value: textOf(example ?? '') })),
      query: query.map(({ name, example, required, description: text }) => ({
        key: name,
        value: textOf(example ?? ''),
        disabled: required !== true && example === undefined,
        ...(text === undefined ? {} : { description: text }),
      })),
    },
    ...(body === undefined ? {} : { body: { mode: 'raw', raw: textOf(withKeys(body)) } }),
  };
}

function keysOf({ security = [] }: Operation): Json[] {
  const schemes = new Set(security.flatMap((one) => Object.keys(one)));
  if (schemes.has('PartnerClientId')) {
    return [
      { key: 'X-Client-Id', value: '{{client_id}}' },
      { key: 'X-Client-Secret', value: '{{client_secret}}' },
    ];
  }
  return schemes.has('MerchantToken') ? [{ key: 'Authorization', value: 'Bearer {{access_token}}' }] : [];
}

/** For requests with the key pair in their body. */
function withKeys(body: unknown): unknown {
  const given = body as Json;
  if (given.secret_id === undefined) return body;
  return { ...given, client_id: '{{client_id}}', secret_id: '{{client_secret}}' };
}

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value, null, indent) : String(value);
