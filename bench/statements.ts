/**
 * Bank files of 200,000 entries, uploaded, read and imported one after the other: the same movements in three formats, so that
 * the second and the third are compared with all lines of the first. What memory that takes, and what another person waits.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { formatDecimal } from '../src/base/money/amount.ts';
import { serviceHolderId } from '../src/core/ledger/post.ts';
import { asCamt053, asMt940, type Movement } from '../tests/fixtures/bank-statements.ts';
import { type Bench, median } from './bench.ts';
import { signIn } from './person.ts';
import { type RunningService, startService } from './processes.ts';
import { residentMiB } from './processor-time.ts';
import { percentile, waitsFor } from './waits.ts';

/** As many as a file may have. */
const entriesMax = 200_000;
const growthMaxMiB = 64;
const waitMsMax = 50;
const pieceBytes = 2 * 1_024 * 1_024;
const lookEveryMs = 300;
const sampleEveryMs = 100;
/** Of each list, before the memory is measured: a service that was just started has not compiled what it runs. */
const usedFirst = 50;
const quietMs = 5_000;

type File = { name: string; text(): string };

function filesOf(entries: number): File[] {
  const movements = Array.from(
    { length: entries },
    (_, n): Movement => ({
      amount: BigInt((n % 9_000) + 1) * (n % 3 === 0 ? -1n : 1n),
      bookedOn: `2031-03-0${1 + Math.floor((n * 8) / entries)}`,
      valueOn: '2031-03-09',
      reverses: false,
      endToEndId: `E2E-${n}`,
      name: `Person ${n}`,
      account: 'DE02120300000000202051',
      text: `Invoice ${n} of March`,
    }),
  );
  const written = {
    account: 'DE89370400440532013000',
    number: '1',
    opening: 1_000_000_000n,
    on: '2031-03-08',
    movements,
  };
  const row = ({ bookedOn, name, text, endToEndId, amount }: Movement): string =>
    [bookedOn, name, `${text} ${endToEndId}`, formatDecimal(amount, 2), 'EUR'].join(';');
  return [
    { name: 'camt.053', text: () => asCamt053(written, '08') },
    { name: 'MT940', text: () => asMt940(written) },
    { name: 'CSV', text: () => ['Date;Name;Text;Amount;Currency', ...movements.map(row), ''].join('\n') },
  ];
}

type StoredFile = { file_id: number; state: string; received: number; size: number; problems: { message: string }[] };

/** The operator who imports. */
function createImporter(origin: string, headers: Record<string, string>) {
  async function ask(method: string, path: string, body?: Buffer | object): Promise<StoredFile> {
    const type = Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json';
    const sent = Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body);
    const answer = await fetch(`${origin}/api/v1/operator/statement-files${path}`, {
      method,
      headers: body === undefined ? headers : { ...headers, 'content-type': type },
      ...(body === undefined ? {} : { body: sent }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text.slice(0, 500)}`);
    return JSON.parse(text).data;
  }
  async function finished({ file_id: id }: StoredFile, wanted: string): Promise<void> {
    for (;;) {
      const file = await ask('GET', `/${id}`);
      if (file.state === wanted) return;
      if (!['uploading', 'reading', 'importing'].includes(file.state)) {
        throw new Error(`the file is ${file.state}: ${file.problems.map(({ message }) => message).join(' ')}`);
      }
      await delay(lookEveryMs);
    }
  }
  return {
    async upload(name: string, bytes: Buffer): Promise<StoredFile> {
      let file = await ask('POST', '', { source: 'bank', file_name: name, size: bytes.length });
      while (file.received < file.size) {
        const piece = bytes.subarray(file.received, file.received + pieceBytes);
        file = await ask('PUT', `/${file.file_id}/content?offset=${file.received}`, piece);
      }
      return file;
    },
    read: (file: StoredFile) => finished(file, 'ready'),
    async import(file: StoredFile): Promise<void> {
      await ask('POST', `/${file.file_id}/import`, {});
      await finished(file, 'imported');
    },
  };
}

type Measured = { seconds: number; peakMiB: number; waits: number[][] };

/** @param urls what another person asks for meanwhile. */
async function measure(
  { pid }: RunningService,
  urls: readonly string[],
  headers: Record<string, string>,
  work: () => Promise<void>,
): Promise<Measured> {
  const began = performance.now();
  const done = work();
  let peakMiB = residentMiB(pid);
  const sampler = setInterval(() => {
    peakMiB = Math.max(peakMiB, residentMiB(pid));
  }, sampleEveryMs);
  try {
    const waits = await Promise.all(urls.map((url) => waitsFor(url, headers, done)));
    await done;
    return { seconds: (performance.now() - began) / 1_000, peakMiB, waits };
  } finally {
    clearInterval(sampler);
  }
}

const sayWaits = (times: readonly number[]): string =>
  [median(times).toFixed(1), percentile(times, 0.99).toFixed(0), Math.max(...times).toFixed(0)]
    .map((one) => one.padStart(6))
    .join('');

/** In a service of its own, whose memory nothing else has used. */
export async function benchStatements({ db, settings, quick, say, compare }: Bench): Promise<void> {
  const service = await startService(settings);
  const origin = `http://127.0.0.1:${service.port}`;
  const cookie = await signIn(db, settings, origin, [serviceHolderId]);
  const headers = { cookie, 'sec-fetch-site': 'same-origin', 'sluice-holder': '1', 'sluice-mode': 'test' };
  const list = `${origin}/api/v1/operator/statement-lines?source=bank&status=open`;
  const urls = [`${origin}/health/live`, list];
  for (let n = 0; n < usedFirst; n += 1) for (const url of urls) await (await fetch(url, { headers })).arrayBuffer();
  const quiet = await measure(service, urls, headers, () => delay(quietMs));
  const entries = quick ? entriesMax / 10 : entriesMax;
  const before = residentMiB(service.pid);
  say(
    `\nBank files of ${entries} entries: seconds, memory, and what another person waits (median, p99, longest, in ms)`,
  );
  const line = (what: string, { seconds, peakMiB, waits: [live = [], lines = []] }: Measured): void =>
    say(
      `  ${what.padEnd(18)} ${seconds.toFixed(1).padStart(6)} s ${peakMiB.toFixed(0).padStart(5)} MiB  live${sayWaits(live)}  list of lines${sayWaits(lines)}`,
    );
  line('nobody else', quiet);
  const all: Measured[] = [];
  const importer = createImporter(origin, headers);
  for (const { name, text } of filesOf(entries)) {
    const bytes = Buffer.from(text());
    let file: StoredFile | undefined;
    const steps = {
      upload: async () => {
        file = await importer.upload(name, bytes);
      },
      read: () => importer.read(file as StoredFile),
      import: () => importer.import(file as StoredFile),
    };
    for (const [step, work] of Object.entries(steps)) {
      const measured = await measure(service, urls, headers, work);
      line(`${name}, ${step}`, measured);
      all.push(measured);
    }
  }
  await service.stop();
  const longest = (at: 0 | 1) => Math.max(...all.map(({ waits }) => percentile(waits[at] ?? [], 0.99)));
  const growth = Math.max(...all.map(({ peakMiB }) => peakMiB)) - before;
  compare({
    name: 'bank files: memory beside what the service had',
    values: [growth],
    unit: 'MiB',
    aim: { atMost: growthMaxMiB },
  });
  compare({
    name: 'bank files: p99 of /health/live, worst step',
    values: [longest(0)],
    unit: 'ms',
    aim: { atMost: waitMsMax },
  });
  compare({
    name: 'bank files: p99 of a list of lines, worst step',
    values: [longest(1)],
    unit: 'ms',
    aim: { atMost: waitMsMax },
  });
}
