/** Gives committed events their positions now, as the service's sequencer does in the background. */
import type { Database } from '../../src/base/database/pool.ts';
import type { EventBook } from '../../src/core/events/events.repository.ts';
import { positionEvents as position } from '../../src/core/events/sequencer.ts';
import { earningsPublishers } from '../../src/features/event-catalog.ts';

/** @param only undefined: every book. @returns the number of events positioned; 0 means that none is left. */
export const positionEvents = (db: Database, only?: EventBook): Promise<number> =>
  position(db, earningsPublishers, only);
