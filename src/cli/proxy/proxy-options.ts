import { planNames } from '../../spec/plans.js';
import type { CommandOption } from '../command-option.js';

/** What stands where a flag is left out. */
export const proxyDefaults = { port: 4291, host: '127.0.0.1', log: 'pretty' } as const;

/** Every flag of `proxy` by the name under which Commander hands it over. */
export const proxyOptions = {
  upstream: {
    flag: '--upstream',
    placeholder: '<url>',
    example: 'https://staging.example.test/v1',
    description: 'base URL of the service; nothing is ever sent to another origin',
  },
  port: {
    flag: '--port',
    placeholder: '<number>',
    example: '4291',
    description: `port to listen on; 0 takes a free one (default ${proxyDefaults.port})`,
  },
  host: {
    flag: '--host',
    placeholder: '<address>',
    example: '127.0.0.1',
    description: `address to listen on; 0.0.0.0 lets other machines in (default ${proxyDefaults.host})`,
  },
  har: {
    flag: '--har',
    placeholder: '<file>',
    example: 'traffic.har',
    description: 'record what passes as HAR 1.2, keys taken out; for check --from',
  },
  overwrite: { flag: '--overwrite', description: 'replace the file of --har if there is one' },
  annotate: {
    flag: '--annotate',
    description:
      'add X-Petstore-Mock-Violations to answers: ids of the rules that they break; bodies up to 1 MiB are held back for it',
  },
  log: {
    flag: '--log',
    placeholder: '<style>',
    example: 'pretty',
    description: `what is printed while traffic passes: pretty, json or off (default ${proxyDefaults.log})`,
  },
  plan: {
    flag: '--plan',
    placeholder: '<plan>',
    example: 'free',
    description: `plan of the keys that pass, so that its limits can be checked: ${planNames.join(', ')}`,
  },
  exclusive: { flag: '--exclusive', description: 'nobody else uses these keys or this store: more can be told' },
  ca: {
    flag: '--ca',
    placeholder: '<file>',
    example: 'ca.pem',
    description: 'PEM file of an authority to trust beside the usual ones',
  },
  failOn: {
    flag: '--fail-on',
    placeholder: '<verdict>',
    example: 'violation',
    description: 'exit with 1 where a violation was seen, with 3 where not all could be judged',
  },
  admin: { flag: '--no-admin', description: 'no control room: requests under /__admin go to the upstream, too' },
  adminToken: {
    flag: '--admin-token',
    placeholder: '<token>',
    example: 'local-admin',
    description: 'token of the control room; without it one is made and printed (PETSTORE_ADMIN_TOKEN)',
  },
  allowedHost: {
    flag: '--allowed-host',
    placeholder: '<name>',
    example: 'petstore.internal',
    description: 'another name under which the proxy and its control room are reached; repeatable',
    isRepeatable: true,
  },
} as const satisfies Record<string, CommandOption>;

export type ProxyOptionName = keyof typeof proxyOptions;
