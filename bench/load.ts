/**
 * The load generator, in its own process: keep-alive connections with one request in flight each, and as little work
 * per request as possible, so that it measures the service. Receives its plan and sends its result as a message.
 */
import { connect, type Socket } from 'node:net';

export type LoadPlan = {
  port: number;
  connections: number;
  seconds: number;
  /** Not measured, while connections open and caches and the JIT compiler warm up. */
  warmUpSeconds: number;
  companies: { clientId: string; clientSecret: string; merchant: number; courier: number }[];
  /** Makes refs unique across runs. */
  prefix: string;
};

export type LoadResult = {
  requests: number;
  seconds: number;
  perSecond: number;
  failures: number;
  p50Ms: number;
  p99Ms: number;
};

const headEnd = '\r\n\r\n';

function requestOf(plan: LoadPlan, n: number): string {
  const company = plan.companies[n % plan.companies.length] as LoadPlan['companies'][number];
  const body = `{"partner_order_ref":"${plan.prefix}-${n}","payment_source":"card","total_amount":25.5,"currency":"USD","splits":[{"beneficiary_type":"merchant","beneficiary_ref":${company.merchant},"amount":18.75},{"beneficiary_type":"courier","beneficiary_ref":${company.courier},"amount":4.25},{"beneficiary_type":"partner","amount":2.5}]}`;
  return `POST /partner/v1/orders HTTP/1.1\r\nHost: localhost\r\nX-Client-Id: ${company.clientId}\r\nX-Client-Secret: ${company.clientSecret}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** A minimal parser is enough: answers have a Content-Length and contain only ASCII. */
function run(plan: LoadPlan): Promise<LoadResult> {
  const began = performance.now();
  const countFrom = began + plan.warmUpSeconds * 1_000;
  const end = countFrom + plan.seconds * 1_000;
  const latencies: number[] = [];
  let n = 0;
  let failures = 0;
  let open = plan.connections;
  return new Promise((resolve, reject) => {
    const finish = (socket: Socket): void => {
      socket.destroy();
      open -= 1;
      if (open > 0) return;
      latencies.sort((a, b) => a - b);
      const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? 0;
      const requests = latencies.length;
      resolve({
        requests,
        seconds: plan.seconds,
        perSecond: requests / plan.seconds,
        failures,
        p50Ms: at(0.5),
        p99Ms: at(0.99),
      });
    };
    for (let c = 0; c < plan.connections; c += 1) {
      const socket = connect(plan.port, '127.0.0.1');
      socket.setNoDelay(true);
      let received = '';
      let sentAt = 0;
      const send = (): void => {
        sentAt = performance.now();
        socket.write(requestOf(plan, n++), 'latin1');
      };
      socket.on('connect', send);
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        received += chunk.toString('latin1');
        const head = received.indexOf(headEnd);
        if (head < 0) return;
        const length = Number(/content-length: (\d+)/i.exec(received)?.[1]);
        if (received.length < head + headEnd.length + length) return;
        if (!received.startsWith('HTTP/1.1 20')) failures += 1;
        received = '';
        const now = performance.now();
        if (now >= countFrom && now < end) latencies.push(now - sentAt);
        if (now >= end) finish(socket);
        else send();
      });
    }
  });
}

process.once('message', (plan: LoadPlan) => {
  run(plan).then(
    (result) => process.send?.(result, () => process.exit(0)),
    (error) => {
      throw error;
    },
  );
});
