/** The actor of a command: the system user, as the audit log shows them. */
import { userInfo } from 'node:os';
import { type CommandActor, commandActor } from '../../core/access/actor.ts';

export function shellActor(): CommandActor {
  try {
    return commandActor(userInfo().username);
  } catch {
    // In a container, the user id may have no name.
    return commandActor(`uid ${process.getuid?.() ?? 'unknown'}`);
  }
}
