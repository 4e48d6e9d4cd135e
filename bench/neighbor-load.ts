/**
 * A stranger who sends as much as possible, in its own process: connections that send again as soon as they are answered,
 * whatever the answer says. Receives its plan and sends what was answered as a message.
 */
import { connect } from 'node:net';

export type AttackPlan = {
  port: number;
  connections: number;
  seconds: number;
  /** One request, in which `{n}` stands for a number that never repeats and has eight digits. */
  request: string;
  /** From how many addresses: each is a client network of its own. */
  addresses: number;
};

/** How often each status was answered; 0 stands for connections that ended without an answer. */
export type AttackResult = Record<number, number>;

const head = /^HTTP\/1\.1 (\d{3})/;

function attack(plan: AttackPlan): Promise<AttackResult> {
  const [before = '', after] = plan.request.split('{n}');
  const counts: AttackResult = {};
  const end = performance.now() + plan.seconds * 1_000;
  const count = (status: number): void => {
    counts[status] = (counts[status] ?? 0) + 1;
  };
  let n = 0;
  let open = plan.connections;

  return new Promise((resolve) => {
    const connectOne = (index: number): void => {
      const localAddress = `127.0.1.${1 + (index % plan.addresses)}`;
      const socket = connect({ port: plan.port, host: '127.0.0.1', localAddress });
      socket.setNoDelay(true);
      let received = '';
      let isAnswered = true;
      const send = (): void => {
        if (performance.now() >= end) {
          socket.destroy();
          return;
        }
        isAnswered = false;
        n += 1;
        socket.write(after === undefined ? before : `${before}${String(n).padStart(8, '0')}${after}`, 'latin1');
      };
      socket.on('connect', send);
      socket.on('data', (chunk) => {
        received += chunk.toString('latin1');
        const headLength = received.indexOf('\r\n\r\n');
        const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
        if (headLength < 0 || received.length < headLength + 4 + length) return;
        count(Number(head.exec(received)?.[1]));
        received = '';
        isAnswered = true;
        send();
      });
      socket.on('error', () => {});
      socket.on('close', () => {
        if (!isAnswered) count(0);
        // The service may end a connection whose body it does not read.
        if (performance.now() < end) connectOne(index);
        else if (--open === 0) resolve(counts);
      });
    };
    for (let index = 0; index < plan.connections; index += 1) connectOne(index);
    setTimeout(() => resolve(counts), (plan.seconds + 10) * 1_000).unref();
  });
}

process.once('message', (plan: AttackPlan) => {
  attack(plan).then(
    (result) => process.send?.(result, () => process.exit(0)),
    (error) => {
      throw error;
    },
  );
});
