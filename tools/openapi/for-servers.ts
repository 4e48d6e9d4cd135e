/** The part of the OpenAPI document that the client library has types for: interfaces A and B, and the events. Pure. */

type Json = Record<string, unknown>;
type Operation = { responses: Record<string, { headers?: unknown }> };
type Document = {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Json;
  components: Record<string, Json>;
};

const isOfServers = (path: string): boolean => path.startsWith('/pay/api/') || path.startsWith('/partner/');

/** Refusals become errors of the library, and headers are read by it: neither needs a type. */
const successesOf = ({ responses, ...operation }: Operation): Json => ({
  ...operation,
  responses: Object.fromEntries(
    Object.entries(responses)
      .filter(([status]) => Number(status) < 300)
      .map(([status, { headers: _headers, ...answer }]) => [status, answer]),
  ),
});

export function forServers(whole: Json): Json {
  const { paths, webhooks, components, ...document } = whole as Document & Json;
  const own = Object.fromEntries(
    Object.entries(paths)
      .filter(([path]) => isOfServers(path))
      .map(([path, methods]) => [
        path,
        Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, successesOf(operation)])),
      ]),
  );
  const schemas = referenced({ own, webhooks }, components.schemas ?? {});
  return { ...document, paths: own, webhooks, components: { schemas } };
}

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
