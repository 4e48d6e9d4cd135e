/**
 * Tells an address that has other methods from one that does not exist. The addresses stand once each in a router of
 * their own: routes for all the methods that are not allowed would take longer to build than all others.
 */
import type { FastifyInstance } from 'fastify';
import findMyWay, { type Config, type HTTPVersion } from 'find-my-way';

/** What is stored with an address: its methods. */
type Methods = Set<string>;

/**
 * Call it before the first route.
 * @param routing the server's own, so that both read an address alike.
 * @returns a function from a request's address to the methods it has, sorted; undefined when there is no such address.
 */
export function watchMethods(
  app: FastifyInstance,
  routing: Config<HTTPVersion.V1>,
): (address: string) => string[] | undefined {
  const router = findMyWay(routing);
  const known = new Map<string, Methods>();
  app.addHook('onRoute', ({ method, url }) => {
    let methods = known.get(url);
    if (methods === undefined) {
      methods = new Set();
      known.set(url, methods);
      router.on('GET', url, () => {}, methods);
    }
    for (const name of [method].flat()) methods.add(name.toUpperCase());
  });
  return (address) => {
    const found = router.find('GET', address);
    return found === null ? undefined : [...(found.store as Methods)].sort();
  };
}
