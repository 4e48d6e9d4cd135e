/** Which due deliveries are claimed (docs/webhooks.md, "Retries"): no more at once than an endpoint and a host may have. Pure. */
import type { EndpointKey } from './endpoint.ts';

/** To one host, in all processes. */
export const perHostMax = 20;

/** What is due of one endpoint. */
export type DueLane = EndpointKey & {
  /** How many more may be under way. */
  room: number;
  /** In the order in which they are attempted. */
  due: readonly { eventId: string; host: string }[];
};

export type Chosen = { holderId: bigint; endpointId: string; eventId: string };

/**
 * The first of every endpoint, then the second of every one, and so on.
 * @param underWay how many deliveries to each host are attempted now.
 * @param limit how many are claimed at most.
 */
export function chooseDue(lanes: readonly DueLane[], underWay: ReadonlyMap<string, number>, limit: number): Chosen[] {
  const taken = new Map(underWay);
  const chosen: Chosen[] = [];
  const longest = Math.max(0, ...lanes.map(({ room, due }) => Math.min(room, due.length)));
  for (let ordinal = 0; ordinal < longest; ordinal += 1) {
    for (const { holderId, id, room, due } of lanes) {
      const next = ordinal < room ? due[ordinal] : undefined;
      if (next === undefined || chosen.length === limit) continue;
      const busy = taken.get(next.host) ?? 0;
      if (busy >= perHostMax) continue;
      taken.set(next.host, busy + 1);
      chosen.push({ holderId, endpointId: id, eventId: next.eventId });
    }
  }
  return chosen;
}
