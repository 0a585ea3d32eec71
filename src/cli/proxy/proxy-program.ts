import type { Command } from 'commander';
import type { Flags } from '../command-flags.js';
import { addSuiteCommand } from '../suite-command.js';
import { proxyOptions } from './proxy-options.js';

/** What the command does; it answers the exit code. */
export interface ProxyActions {
  proxy(flags: Flags): Promise<number>;
}

const PROXY_NOTES = `
Give your client the proxy's address in place of the service's: what it sends
goes to the upstream as it is, and what comes back is not changed. Each exchange
is held against the document as it passes. Ctrl-C ends it and prints a summary.
HTTPS_PROXY, HTTP_PROXY and NO_PROXY tell the way to the upstream.
Exit code: 0, or 2 for wrong usage; with --fail-on violation 1 where one was
seen, and 3 where none was but not all could be judged: nothing passed, answers
failed to come, were cut off or too large. A client that leaves changes nothing.

Examples:
  petstore-mock proxy --upstream https://staging.example.test/v1
  petstore-mock proxy --upstream https://api.example.test/v1 --har traffic.har
  petstore-mock proxy --upstream https://api.example.test/v1 --fail-on violation
  petstore-mock proxy --upstream http://127.0.0.1:4290/v1 --annotate --log json
`;

/** Describes `proxy`. */
export function addProxyCommand(program: Command, actions: ProxyActions, exit: (code: number) => void): void {
  addSuiteCommand(program, exit, {
    name: 'proxy',
    description: 'pass traffic on to a service, unchanged, and judge it as it passes',
    options: Object.values(proxyOptions),
    keyRemedy: 'Leave it out: your client sends its own, and it is passed on',
    notes: PROXY_NOTES,
    run: (_, flags) => actions.proxy(flags),
  });
}
