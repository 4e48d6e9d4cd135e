/**
 * Tells an address that has other methods from one that does not exist. The addresses stand once each in a router of
 * their own, built when the first request asks: routes for all the methods that are not allowed would take longer to
 * build than all others.
 */
import type { FastifyInstance } from 'fastify';
import findMyWay, { type Config, type HTTPVersion, type Instance } from 'find-my-way';

/** What is stored with an address: its methods. */
type Methods = Set<string>;
type Router = Instance<HTTPVersion.V1>;

/**
 * Call it before the first route.
 * @param routing the server's own, so that both read an address alike.
 * @returns a function from a request's address to the methods it has, sorted; undefined when there is no such address.
 */
export function watchMethods(
  app: FastifyInstance,
  routing: Config<HTTPVersion.V1>,
): (address: string) => string[] | undefined {
  const known = new Map<string, Methods>();
  app.addHook('onRoute', ({ method, url }) => {
    const methods = known.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name.toUpperCase());
    known.set(url, methods);
  });
  let router: Router | undefined;
  return (address) => {
    router ??= routerOf(known, routing);
    const found = router.find('GET', address);
    return found === null ? undefined : [...(found.store as Methods)].sort();
  };
}

function routerOf(known: ReadonlyMap<string, Methods>, routing: Config<HTTPVersion.V1>): Router {
  const router = findMyWay(routing);
  for (const [url, methods] of known) router.on('GET', url, () => {}, methods);
  return router;
}
