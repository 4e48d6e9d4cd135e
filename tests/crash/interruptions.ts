/**
 * What is done to the service at a gate: its connection is taken away, or it is killed as kill -9 does and started again
 * while its transaction is still open. Then the gate opens, and whatever is left goes on.
 */
import { arrival, type Close, type Gate, goOn, terminate } from './gates.ts';
import { type Company, kills, killsDefault, type Service, type Stage } from './support.ts';

export const ways = ['connection', 'service'] as const;
export type Way = (typeof ways)[number];
/** A service that is killed has to be started again, which takes longer than all the rest. */
const servicesKilled = { every: 5, first: 1 };

/** A step, by the gates on the way to it: work waits at the first, then goes on to the next, and is cut off at the last. */
export type Point = { name: string; gates: readonly [Close, ...Close[]] };

export const at = (name: string, ...gates: [Close, ...Close[]]): Point => ({ name, gates });

/** One way for each point, every fifth the service; both when there is time for more kills (`npm run crash`). */
export function waysOf(index: number): readonly Way[] {
  if (kills > killsDefault) return ways;
  return [index % servicesKilled.every === servicesKilled.first ? 'service' : 'connection'];
}

export const interruptions = (points: readonly Point[]) =>
  points.flatMap((point, index) =>
    waysOf(index).map((way) => ({ way, point, title: `its ${way} when ${point.name}` })),
  );

/** @returns the service that runs then. */
export async function cutOff(stage: Stage, service: Service, way: Way, gate: Gate): Promise<Service> {
  const backend = await arrival(gate);
  if (way === 'connection') {
    await terminate(stage, backend);
    return service;
  }
  await service.kill();
  if (gate.stopsEverybody) await gate.open();
  return stage.startService();
}

/**
 * Begins work, leads it to a point and cuts it off there. `begin` must never reject: its answer may be lost.
 * @returns the service that runs then.
 */
export async function interruptAt(
  stage: Stage,
  service: Service,
  { way, point }: { way: Way; point: Point },
  company: Company,
  begin: () => Promise<unknown>,
): Promise<Service> {
  const gate = await leadTo(stage, point, company, begin);
  try {
    return await cutOff(stage, service, way, gate);
  } finally {
    await gate.open();
  }
}

/** @returns the point's last gate; nobody may have come to it yet. */
export async function leadTo(
  stage: Stage,
  { gates: [first, ...rest] }: Point,
  company: Company,
  begin: () => Promise<unknown>,
): Promise<Gate> {
  let gate = await first(stage, company);
  void begin();
  for (const close of rest) {
    gate = await goOn(stage, gate, () => close(stage, company));
  }
  return gate;
}
