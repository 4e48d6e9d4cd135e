/**
 * Delivers events in the background, in every process that runs the service. The database is the queue: what is due is
 * claimed for half a minute, so that the work of a process that dies is done by another. Must never slow the service's
 * answers: it uses a few connections only, and no request waits for a delivery.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createBatch } from '../../base/database/batch.ts';
import type { Database } from '../../base/database/pool.ts';
import { inRepeatableTransaction, inTransaction } from '../../base/database/transaction.ts';
import { systemActor } from '../../core/access/actor.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { type DeliverDeps, deliver } from './deliver.ts';
import { type Claimed, claimDue, releaseClaims } from './delivery-queue.repository.ts';
import type { EndpointKey } from './endpoint.ts';
import { type EndpointKeys, makeEndpointSecret, openSecrets } from './endpoint-secrets.ts';
import type { SecretPurpose } from './endpoints.repository.ts';
import { needsSecret } from './formats.ts';
import { keepConnections } from './http-post.ts';
import { isGone } from './judge-attempt.ts';
import { type KeptAttempt, keepAttempts, lockEndpoints } from './kept-attempts.repository.ts';
import { stopEndpoint } from './pause-endpoint.ts';
import { queueEvents } from './queue-events.repository.ts';
import type { SealedSecrets } from './sealed-secrets.ts';

const atOnceMax = 256;
const pauseMs = 100;
const pauseAfterErrorMs = 1_000;
/**
 * While requests are served, the search for new events takes a twentieth of the time, and is not put off for longer than half
 * a second.
 */
const searchFactor = 20;
/**
 * While requests are served, a round that found work is followed by a rest of three times as long as it took, or until a
 * delivery ends: the database is there for requests first. Otherwise the next begins as soon as a delivery has ended.
 */
const restFactor = 3;
const searchPauseMaxMs = 500;
/** At shutdown, for what is under way. */
const graceMs = 2_000;
/** An endpoint that has not answered well for so long is paused. */
const failingHoursMax = 72;

type DispatcherDeps = DeliverDeps & {
  db: Database;
  secrets: SealedSecrets;
  /** Whether this process was busy with requests since it was last asked. */
  wasServing: () => boolean;
  onError: (error: unknown) => void;
};

export type Dispatcher = {
  start(): void;
  /** Waits briefly for what is under way; what has not ended by then is released to other processes. */
  stop(): Promise<void>;
};

const actor = systemActor('deliver_webhooks');

export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { db, wasServing, onError } = deps;
  const stopping = new AbortController();
  const queuer = createEventQueuer(db);
  let running = Promise.resolve();
  let endPause = (): void => {};
  /** Whether a delivery has ended since the round began, so that another can start. */
  let hasEnded = false;
  /** Whether requests were served before the round began. */
  let isServing = false;
  const deliveries = createDeliveries(deps, () => {
    hasEnded = true;
    endPause();
  });

  /** Queues new events and starts the deliveries that are due. @returns what there was to do. */
  async function runRound(): Promise<'nothing' | 'only events' | 'deliveries'> {
    const beganMs = performance.now();
    isServing = wasServing();
    const queued = await queuer.queueNew(beganMs, isServing);
    const room = atOnceMax - deliveries.count();
    if (room <= 0) return 'nothing';
    const claimed = await inRepeatableTransaction(db, (tx) => claimDue(tx, room));
    if (claimed.length === 0) {
      if (queued > 0) queuer.queueMoreNext();
      return queued > 0 ? 'only events' : 'nothing';
    }
    const keysOf = await keysFor(deps, claimed);
    for (const one of claimed) deliveries.start(one, keysOf({ holderId: one.holderId, id: one.endpointId }));
    return 'deliveries';
  }

  async function pause(ms: number): Promise<void> {
    const ended = new Promise<void>((resolve) => {
      endPause = resolve;
    });
    await Promise.race([delay(ms, undefined, { signal: stopping.signal }).catch(() => {}), ended]);
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const beganMs = performance.now();
        hasEnded = false;
        const found = await runRound();
        const restMs = found === 'nothing' ? pauseMs : restFactor * (performance.now() - beganMs);
        if (isServing) await pause(restMs);
        else if (found !== 'only events' && !hasEnded) await pause(pauseMs);
      } catch (error) {
        onError(error);
        await delay(pauseAfterErrorMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  return {
    start() {
      running = run();
    },
    async stop() {
      stopping.abort();
      await running;
      await deliveries.drain();
    },
  };
}

/** Queues new events for their endpoints: seldom while requests are served. */
function createEventQueuer(db: Database) {
  let dueAtMs = 0;
  return {
    /** @returns how many events it found; 0 when it is not time yet. */
    async queueNew(beganMs: number, isServing: boolean): Promise<number> {
      if (beganMs < dueAtMs) return 0;
      const queued = await inRepeatableTransaction(db, (tx) => queueEvents(tx));
      const tookMs = performance.now() - beganMs;
      const restMs = isServing ? searchFactor * tookMs : 0;
      dueAtMs = performance.now() + Math.min(Math.max(pauseMs, restMs), searchPauseMaxMs);
      return queued;
    },
    /** The next round looks again without waiting, because there may be more. */
    queueMoreNext(): void {
      dueAtMs = 0;
    },
  };
}

type Result = { attempt: KeptAttempt; claimed: Claimed };

/** Deliveries under way, whose results are recorded. @param onEnd runs when one has ended. */
function createDeliveries(deps: DispatcherDeps, onEnd: () => void) {
  const { db, onError } = deps;
  const aborting = new AbortController();
  const connections = keepConnections();
  const underWay = new Map<Claimed, Promise<void>>();
  const batch = createBatch<Result, void>({
    async write(results) {
      await recordResults(deps, results);
      return results.map(() => undefined);
    },
    batchSizeMax: 64,
    queueLengthMax: 2 * atOnceMax,
  });

  async function attempt(claimed: Claimed, keys: EndpointKeys): Promise<void> {
    const kept = await deliver(deps, claimed, keys, connections, aborting.signal);
    if (kept === undefined) await inRepeatableTransaction(db, (tx) => releaseClaims(tx, [claimed]));
    // What cannot be kept is attempted again when its lease ends.
    else await batch.submit({ attempt: kept, claimed });
  }

  return {
    count: (): number => underWay.size,
    start(claimed: Claimed, keys: EndpointKeys): void {
      const work = attempt(claimed, keys)
        .catch(onError)
        .finally(() => {
          underWay.delete(claimed);
          onEnd();
        });
      underWay.set(claimed, work);
    },
    /** Waits for all, at most `graceMs`; what has not ended by then is released. */
    async drain(): Promise<void> {
      const ended = Promise.all(underWay.values());
      await Promise.race([ended, delay(graceMs, undefined, { ref: false })]);
      aborting.abort();
      await ended;
      connections.close();
    },
  };
}

/** Records the results of attempts, and stops endpoints that are gone or have failed for too long. */
async function recordResults({ db, policy }: DispatcherDeps, results: readonly Result[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    const locked = await lockEndpoints(tx, endpointsOf(results), failingHoursMax);
    await keepAttempts(
      tx,
      results.map(({ attempt }) => attempt),
    );
    for (const { claimed, attempt } of results) {
      const book: Book = { holderId: claimed.holderId, mode: claimed.mode };
      const isFailing = locked.some(
        ({ holderId, id, isFailing }) => isFailing && holderId === claimed.holderId && id === claimed.endpointId,
      );
      const reason = isGone({ statusCode: attempt.status_code }) ? 'gone' : isFailing ? 'failing' : undefined;
      if (attempt.status === 'delivered' || reason === undefined) continue;
      await stopEndpoint(actor, tx, policy, book, claimed.endpointId, reason);
    }
  });
}

/**
 * Endpoints of `webhook_url`s begin without a secret: it is made when the first event is signed with it. In another format
 * nothing is sent that its receiver could not check.
 */
async function keysFor({ db, secrets }: DispatcherDeps, claimed: readonly Claimed[]) {
  const endpoints = endpointsOf(claimed.map((one) => ({ claimed: one })));
  const foreign = endpointsOf(claimed.filter(needsForeignSecret).map((one) => ({ claimed: one })));
  const isForeign = (endpoint: EndpointKey): boolean =>
    foreign.some(({ holderId, id }) => holderId === endpoint.holderId && id === endpoint.id);
  const missingOf = (endpoint: EndpointKey, { signature, extraHeader }: EndpointKeys): SecretPurpose[] => [
    ...(signature.length === 0 ? (['signature'] as const) : []),
    ...(extraHeader === undefined && isForeign(endpoint) ? (['extra_header'] as const) : []),
  ];
  const keysOf = await openSecrets(db, secrets, endpoints);
  const lacking = endpoints.filter((endpoint) => missingOf(endpoint, keysOf(endpoint)).length > 0);
  if (lacking.length === 0) return keysOf;
  await inTransaction(db, async (tx) => {
    await lockEndpoints(tx, lacking, failingHoursMax);
    const still = await openSecrets(tx, secrets, lacking);
    for (const endpoint of lacking) {
      for (const purpose of missingOf(endpoint, still(endpoint))) {
        await makeEndpointSecret(tx, secrets, endpoint, purpose);
      }
    }
  });
  return openSecrets(db, secrets, endpoints);
}

const needsForeignSecret = ({ format, extraHeader }: Claimed): boolean =>
  format !== 'standard' && needsSecret(format, extraHeader);

/** Each once. */
function endpointsOf(results: readonly { claimed: Claimed }[]): EndpointKey[] {
  const keys = results.map(({ claimed }) => ({ holderId: claimed.holderId, id: claimed.endpointId }));
  return [...new Map(keys.map((key) => [`${key.holderId}/${key.id}`, key])).values()];
}
