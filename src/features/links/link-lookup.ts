/**
 * A company's active links, cached: one that was ended takes no more orders at once in the process that did it, and
 * within a second in every other. A link that is not in the cache is always read from the database, so that a new link
 * is found immediately (docs/contract/partner.md, "Record an order").
 */
import type { Notifications } from '../../base/database/notifications.ts';
import type { Database } from '../../base/database/pool.ts';
import { createRowCache } from '../../base/database/row-cache.ts';
import { rowChannels } from '../../base/database/row-changes.ts';
import type { Mode } from '../../base/money/mode.ts';
import { serves } from './link-modes.ts';
import { cacheKeyOf, findLinks, type Link } from './links.repository.ts';

const linksCachedMax = 50_000;

export type LinkLookup = {
  /** The active links among `ids` that serve the mode. */
  find(companyId: bigint, mode: Mode, ids: readonly bigint[]): Promise<Map<bigint, Link>>;
  /** Evicts a changed link from this process's cache. */
  drop(companyId: bigint, id: bigint): void;
};

/** @param notifications of changes; without them a link is cached for a second. */
export function createLinkLookup(db: Database, notifications?: Notifications): LinkLookup {
  const cache = createRowCache<Link>({
    read: readTogether(db),
    entriesMax: linksCachedMax,
    heardAllSince: notifications?.heardAllSince,
  });
  notifications?.on(rowChannels.link, cache.drop);

  /** A cached link that does not serve the mode may have been widened since: like an absent one, it is read again. */
  async function findServing(key: string, mode: Mode): Promise<Link | undefined> {
    const cached = await cache.get(key);
    if (cached === undefined || serves(cached, mode)) return cached;
    cache.drop(key);
    const read = await cache.get(key);
    return read !== undefined && serves(read, mode) ? read : undefined;
  }

  return {
    async find(companyId, mode, ids) {
      const links = new Map<bigint, Link>();
      const read: Promise<Link | undefined>[] = [];
      const add = (link: Link | undefined): void => {
        if (link?.status === 'active') links.set(link.id, link);
      };
      for (const id of new Set(ids)) {
        const key = cacheKeyOf(companyId, id);
        const cached = cache.peek(key);
        if (cached !== undefined && serves(cached, mode)) add(cached);
        else read.push(findServing(key, mode));
      }
      if (read.length > 0) for (const link of await Promise.all(read)) add(link);
      return links;
    },
    drop: (companyId, id) => cache.drop(cacheKeyOf(companyId, id)),
  };
}

type Asked = { id: bigint; resolve: (link: Link | undefined) => void; reject: (error: unknown) => void };

/** Combines the look-ups of one turn of the event loop into one query per company. */
function readTogether(db: Database): (key: string) => Promise<Link | undefined> {
  let asked = new Map<bigint, Asked[]>();
  async function readCompany(companyId: bigint, wanted: Asked[]): Promise<void> {
    try {
      const links = await findLinks(
        db,
        companyId,
        wanted.map((one) => one.id),
      );
      const byId = new Map(links.map((link) => [link.id, link]));
      for (const one of wanted) one.resolve(byId.get(one.id));
    } catch (error) {
      for (const one of wanted) one.reject(error);
    }
  }
  return (key) =>
    new Promise((resolve, reject) => {
      const [companyId, id] = key.split('/').map(BigInt) as [bigint, bigint];
      if (asked.size === 0) {
        setImmediate(() => {
          const all = asked;
          asked = new Map();
          for (const [company, wanted] of all) void readCompany(company, wanted);
        });
      }
      const wanted = asked.get(companyId) ?? [];
      wanted.push({ id, resolve, reject });
      asked.set(companyId, wanted);
    });
}
