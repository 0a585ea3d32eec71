import { MOST_RECORDED_BYTES } from '../../files/read-file.js';
import { InputError } from '../../json/input-error.js';
import { sendingOptions } from '../check/check-options.js';
import { type Chosen, type CommandSpec, choice, chooseValues, type Flags, file, flag, url } from '../options.js';
import { listeningOptions, serveOptions } from '../serve/serve-options.js';

const { port, host, log, admin, allowedHosts } = listeningOptions;

export const proxyOptions = {
  upstream: url('--upstream <url>', 'base URL of the service; required', {
    example: 'https://staging.example.test/v1',
  }),
  port: { ...port, default: 4291, defaultText: '4291', example: '4291' },
  host,
  har: file(
    '--har <file>',
    `record the traffic as HAR 1.2 without API keys, at most ${MOST_RECORDED_BYTES / 2 ** 20} MiB, for check --from`,
    {
      example: 'traffic.har',
    },
  ),
  isOverwriting: flag('--overwrite', 'replace an existing file of --har'),
  log: { ...log, help: 'style of the log' },
  plan: { ...sendingOptions.plan, help: 'plan of the API keys, to verify their limits' },
  isExclusive: {
    ...sendingOptions.isExclusive,
    help: 'nobody else uses these API keys or this store, so more rules can be verified',
  },
  ca: sendingOptions.ca,
  clientCert: {
    ...sendingOptions.clientCert,
    help: 'PEM file with the certificate that the proxy shows to the service, for every client',
  },
  clientKey: sendingOptions.clientKey,
  isInsecure: sendingOptions.isInsecure,
  failOn: choice(
    '--fail-on <verdict>',
    'violation: exit with 1 after a violation, with 3 if not everything could be judged',
    ['violation'],
    { example: 'violation' },
  ),
  admin: { ...admin, help: 'serve the control room under /__admin instead of forwarding these requests' },
  adminToken: serveOptions.adminToken,
  allowedHosts: { ...allowedHosts, help: 'another host name of the proxy and its control room' },
};

export type ProxyFlags = Flags<typeof proxyOptions>;

export interface ProxySettings extends Chosen<typeof proxyOptions> {
  readonly upstream: string;
}

/** Completes the settings of `proxy` from its command line. Throws an InputError without an upstream, and for an invalid token. */
export function readProxySettings(
  flags: ProxyFlags,
  variables: Readonly<Record<string, string | undefined>>,
): ProxySettings {
  const { upstream, ...settings } = chooseValues(proxyOptions, { flags, variables });
  if (upstream === undefined) {
    const remedy = 'Try petstore-mock proxy --upstream https://staging.example.test/v1';
    throw new InputError('Reading the command line', '--upstream is missing', remedy);
  }
  const { hostname, port } = new URL(upstream);
  if (port === String(settings.port) && ['localhost', '127.0.0.1', '[::1]', settings.host].includes(hostname)) {
    const problem = '--upstream is the address of the proxy itself';
    throw new InputError('Reading the command line', problem, 'Write the address of the service, or add --port');
  }
  return { ...settings, upstream };
}

export const proxyCommand = {
  summary: 'forward traffic to a service unchanged and judge it',
  options: proxyOptions,
  notes: [
    'Set your client’s base URL to the proxy instead of the service. Requests are forwarded with one Via header added; responses are not changed. Each exchange is judged against the document. Press Ctrl-C to stop and print a summary. An https upstream is reached through HTTPS_PROXY, unless NO_PROXY names it.',
    'Exit codes: 0, or 2 for invalid usage. With --fail-on violation: 1 if there was one; 3 if there was none but not everything could be judged. That is the case without requests, or if responses were missing, cut off or too large. Clients that disconnect do not count.',
  ],
  examples: [
    'petstore-mock proxy --upstream https://staging.example.test/v1',
    'petstore-mock proxy --upstream https://api.example.test/v1 --har traffic.har',
    'petstore-mock proxy --upstream https://api.example.test/v1 --fail-on violation',
    'petstore-mock proxy --upstream http://127.0.0.1:4290/v1 --log json',
  ],
  isSuite: true,
  keyRemedy: 'Omit it: your client sends its own key, which is forwarded',
} satisfies CommandSpec;
