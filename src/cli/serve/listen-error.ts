import { InputError } from '../../spec/validation/input-error.js';
import type { Choice } from '../command.js';

/** Turns what the system says of a port or host into words, with whose choice it was; anything else is given back as it is. */
export function explainListenError(error: unknown, port: Choice<number>, host: Choice<string>): unknown {
  const byPort = (problem: string, remedy: string) =>
    new InputError('Starting the server', `port ${port.value} ${problem} (chosen by ${port.chosenBy})`, remedy);
  const byHost = (problem: string) =>
    new InputError(
      'Starting the server',
      `${host.value} ${problem} (chosen by ${host.chosenBy})`,
      'Choose another with --host 127.0.0.1',
    );
  switch ((error as NodeJS.ErrnoException | undefined)?.code) {
    case 'EADDRINUSE':
      return byPort('is taken', 'Choose another with --port 0');
    case 'EACCES':
      return byPort('needs privileges', 'Choose another with --port 4290');
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
      return byHost('is no address of this machine');
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return byHost('is no host that can be found');
    default:
      return error;
  }
}
