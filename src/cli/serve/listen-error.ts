import { InputError } from '../../json/input-error.js';

/** Where a server was to listen, and what chose that. */
export interface ListenSettings {
  readonly port: number;
  readonly host: string;
  readonly chosenBy: { readonly port: string; readonly host: string };
}

/** Explains an error of the system about a port or host; returns any other error unchanged. */
export function explainListenError(error: unknown, { port, host, chosenBy }: ListenSettings): unknown {
  const byPort = (problem: string, remedy: string) =>
    new InputError('Starting the server', `port ${port} ${problem} (set by ${chosenBy.port})`, remedy);
  const byHost = (problem: string) =>
    new InputError('Starting the server', `${host} ${problem} (set by ${chosenBy.host})`, 'Try --host 127.0.0.1');
  switch ((error as NodeJS.ErrnoException | undefined)?.code) {
    case 'EADDRINUSE':
      return byPort('is already in use', 'Try --port 0, which picks a free one');
    case 'EACCES':
      return byPort('requires privileges', 'Try --port 4290');
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
      return byHost('is not an address of this machine');
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return byHost('cannot be resolved');
    default:
      return error;
  }
}
