/** An event as it is read and delivered, on every interface: its envelope (docs/contract/common.md, "Events"). Pure. */
import type { Mode } from '../../base/money/mode.ts';
import { formatSubject, subjectIn } from '../ledger/subject.ts';
import type { EventType } from './append-events.ts';
import type { ReadEvent } from './events.repository.ts';

type PresentedEvent = {
  id: string;
  type: EventType;
  mode: Mode;
  subject: string;
  created_at: string;
  request_id: string | null;
  data: Record<string, unknown>;
};

export const presentEvent = (event: ReadEvent): PresentedEvent => ({
  id: event.id,
  type: event.type as EventType,
  mode: event.mode,
  subject: formatSubject(subjectIn(event)),
  created_at: event.createdAt.toISOString(),
  request_id: event.requestId,
  data: event.data as PresentedEvent['data'],
});
