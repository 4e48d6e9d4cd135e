/** Files that are in memory: Linux, and containers that were given enough of it. */
import { existsSync, statfsSync } from 'node:fs';

export const sharedMemory = '/dev/shm';
const memoryBytesMin = 4 * 1_024 ** 3;

/** Whether a run may keep its files there. */
export function hasSharedMemory(): boolean {
  if (!existsSync(sharedMemory)) return false;
  const { bavail, bsize } = statfsSync(sharedMemory);
  return bavail * bsize >= memoryBytesMin;
}
