/** The parts of the OpenAPI document that its clients have types for: successful answers, without what nobody reads. Pure. */

type Json = Record<string, unknown>;
type Operation = { parameters?: { in: string }[]; responses: Record<string, { headers?: unknown }> };
type Document = {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Json;
  components: Record<string, Json>;
};

/** For the client library: interfaces A and B, and the events. */
export function forServers(whole: Json): Json {
  const { webhooks } = whole as Document;
  return partOf(whole, { covers: (path) => path.startsWith('/pay/api/') || path.startsWith('/partner/'), webhooks });
}

/** For the dashboard: the people's API. Its client sets the headers, and examples are for readers of the reference. */
export function forDashboard(whole: Json): Json {
  const part = partOf(whole, { covers: (path) => path.startsWith('/api/v1/'), webhooks: {} });
  for (const operation of Object.values(part.paths).flatMap((path) => Object.values(path)))
    operation.parameters = operation.parameters?.filter((one) => one.in !== 'header') ?? [];
  return withoutExamples(part, '') as Json;
}

type Part = { covers: (path: string) => boolean; webhooks: Json };

function partOf(whole: Json, { covers, webhooks }: Part): Document {
  const { paths, components, ...document } = whole as Document & Json;
  const own = Object.fromEntries(
    Object.entries(paths)
      .filter(([path]) => covers(path))
      .map(([path, methods]) => [
        path,
        Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, successesOf(operation)])),
      ]),
  );
  const schemas = referenced({ own, webhooks }, components.schemas ?? {});
  return { ...document, paths: own, webhooks, components: { schemas } };
}

/** Refusals become errors of the client, and headers are read by it: neither needs a type. */
const successesOf = ({ responses, ...operation }: Operation): Operation => ({
  ...operation,
  responses: Object.fromEntries(
    Object.entries(responses)
      .filter(([status]) => Number(status) < 300)
      .map(([status, { headers: _headers, ...answer }]) => [status, answer]),
  ),
});

/** The schemas that are named there, or by one of these. */
function referenced(from: unknown, schemas: Json): Json {
  const found = new Set<string>();
  const search = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      search(schemas[name]);
    }
  };
  search(from);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)));
}

/** @param key under which the value stands: a property may have any name. */
function withoutExamples(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutExamples(item, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => key === 'properties' || (name !== 'example' && name !== 'examples'))
      .map(([name, inner]) => [name, withoutExamples(inner, name)]),
  );
}
