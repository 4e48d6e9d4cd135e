/**
 * The load generator, in its own process: keep-alive connections with one request in flight each, and as little work
 * per request as possible, so that it measures the service. Receives its plan and sends its result as a message.
 *
 * Without a rate it is a closed loop: each connection sends as soon as it is answered. With one it is an open loop:
 * requests are due at even intervals whatever the answers take, and a delay counts from when its request was due, so
 * that a service that stalls is charged for every request that waited.
 */
import { connect } from 'node:net';
import { type RequestKind, requestMaker } from './requests.ts';

export type LoadPlan = {
  port: number;
  connections: number;
  seconds: number;
  /** Not measured, while connections open and caches and the JIT compiler warm up. */
  warmUpSeconds: number;
  /** Requests a second in all. Undefined: a closed loop. */
  rate?: number;
  send: RequestKind;
  /** Makes refs unique across runs. */
  prefix: string;
};

export type LoadResult = {
  /** Answered with a success in the measured time. */
  requests: number;
  /** Answered with a success, warming up included. */
  requestsInAll: number;
  perSecond: number;
  /** Answered 503, and sent again after the time that the answer named. */
  refused: number;
  /** Answered otherwise. */
  failures: number;
  /** Connections that could not be opened, or ended. */
  brokenConnections: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
};

const headEnd = '\r\n\r\n';

function run(plan: LoadPlan): Promise<LoadResult> {
  const makeRequest = requestMaker(plan.send, plan.prefix);
  const began = performance.now();
  const countFrom = began + plan.warmUpSeconds * 1_000;
  const end = countFrom + plan.seconds * 1_000;
  const delays: number[] = [];
  const counts = { requestsInAll: 0, refused: 0, failures: 0, brokenConnections: 0 };
  const idle: ((dueAt: number) => void)[] = [];
  const overdue: number[] = [];
  let n = 0;
  let open = plan.connections;

  return new Promise((resolve) => {
    const finish = (): void => {
      delays.sort((a, b) => a - b);
      const at = (share: number): number => delays[Math.floor(delays.length * share)] ?? 0;
      const requests = delays.length;
      const [p50Ms, p99Ms, maxMs] = [at(0.5), at(0.99), delays.at(-1) ?? 0];
      resolve({ ...counts, requests, perSecond: requests / plan.seconds, p50Ms, p99Ms, maxMs });
    };

    const connectOne = (): void => {
      const socket = connect(plan.port, '127.0.0.1');
      socket.setNoDelay(true);
      let received = '';
      let sentAt = 0;
      let request = '';
      let closed = false;
      const close = (): void => {
        if (closed) return;
        closed = true;
        socket.destroy();
        open -= 1;
        if (open === 0) finish();
      };
      const write = (): void => {
        socket.write(request, 'latin1');
      };
      const send = (dueAt: number): void => {
        sentAt = dueAt;
        request = makeRequest(n++);
        write();
      };
      /** Once answered: the next request, or when one is due. */
      const goOn = (now: number): void => {
        const dueAt = plan.rate === undefined ? now : overdue.shift();
        if (now >= end) close();
        else if (dueAt === undefined) idle.push(send);
        else send(dueAt);
      };
      const sendAgain = (): void => {
        sentAt = performance.now();
        if (sentAt >= end) close();
        else write();
      };
      const onAnswer = (head: string): void => {
        const now = performance.now();
        if (head.startsWith('HTTP/1.1 503')) {
          counts.refused += 1;
          setTimeout(sendAgain, Number(/retry-after: (\d+)/i.exec(head)?.[1] ?? 1) * 1_000);
          return;
        }
        if (head.startsWith('HTTP/1.1 20')) counts.requestsInAll += 1;
        else counts.failures += 1;
        if (head.startsWith('HTTP/1.1 20') && now >= countFrom && now < end) delays.push(now - sentAt);
        goOn(now);
      };
      socket.on('connect', () => goOn(performance.now()));
      socket.on('data', (chunk) => {
        received += chunk.toString('latin1');
        const headLength = received.indexOf(headEnd);
        if (headLength < 0) return;
        // Enough of a parser: answers have a Content-Length and contain only ASCII.
        const head = received.slice(0, headLength);
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
        if (received.length < headLength + headEnd.length + length) return;
        received = '';
        onAnswer(head);
      });
      const onBroken = (): void => {
        if (!closed) counts.brokenConnections += 1;
        close();
      };
      socket.on('error', onBroken);
      socket.on('close', onBroken);
    };

    for (let c = 0; c < plan.connections; c += 1) connectOne();
    if (plan.rate !== undefined) keepPace(plan.rate);
  });

  /** Makes requests due; a connection that is idle sends them at once. */
  function keepPace(rate: number): void {
    const intervalMs = 1_000 / rate;
    let dueAt = performance.now();
    const tick = (): void => {
      const now = performance.now();
      for (; dueAt <= now; dueAt += intervalMs) {
        const send = idle.shift();
        if (send === undefined) overdue.push(dueAt);
        else send(dueAt);
      }
      if (now < end) setTimeout(tick, 1);
      // Connections that have nothing to do end with their next answer.
      else for (const send of idle.splice(0)) send(now);
    };
    tick();
  }
}

process.once('message', (plan: LoadPlan) => {
  run(plan).then(
    (result) => process.send?.(result, () => process.exit(0)),
    (error) => {
      throw error;
    },
  );
});
