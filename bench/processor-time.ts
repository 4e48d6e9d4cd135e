/** Processor time and memory of processes, from Linux's /proc. */
import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

type Stat = { pid: number; parent: number; own: number; ofEnded: number };

function statOf(pid: number): Stat | undefined {
  try {
    // After the name, which is in brackets and may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const at = (index: number): number => Number(fields[index]);
    return { pid, parent: at(1), own: at(11) + at(12), ofEnded: at(13) + at(14) };
  } catch {
    return undefined;
  }
}

/** Seconds that a process has used so far. */
export const processorSeconds = (pid: number): number => (statOf(pid)?.own ?? 0) / ticksPerSecond;

/** Seconds that a database server has used so far with all its backends, the ended ones too. */
export function databaseSeconds(postmaster: number): number {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? []);
  const server = stats.find(({ pid }) => pid === postmaster);
  const backends = stats.filter(({ parent }) => parent === postmaster).map(({ own }) => own);
  return [server?.own ?? 0, server?.ofEnded ?? 0, ...backends].reduce((sum, ticks) => sum + ticks, 0) / ticksPerSecond;
}

const memoryMiB = (pid: number, field: 'VmHWM' | 'VmRSS'): number => {
  const kibibytes = new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kibibytes) / 1_024;
};

/** The highest resident memory of a process so far, in MiB. */
export const peakMiB = (pid: number): number => memoryMiB(pid, 'VmHWM');

/** What it has now, in MiB. */
export const residentMiB = (pid: number): number => memoryMiB(pid, 'VmRSS');
