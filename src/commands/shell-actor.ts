/** Who runs a command: the system user, as the audit log names them. */
import { userInfo } from 'node:os';
import { type CommandActor, commandActor } from '../access/actor.ts';

export function shellActor(): CommandActor {
  try {
    return commandActor(userInfo().username);
  } catch {
    // A container may run as a user that the system has no name for.
    return commandActor(`uid ${process.getuid?.() ?? 'unknown'}`);
  }
}
