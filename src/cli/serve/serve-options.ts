import { BEARER_TOKEN } from '../../spec/bearer.js';
import { defineCommand } from '../command.js';
import { type Chosen, choice, duration, file, integer, list, text, toggle } from '../options.js';

/** A path that a URL parser leaves as it is, outside the admin API; `/` is the root. */
const BASE_PATH = /^\/(?!__admin(?:\/|$))(?:(?!\.{1,2}(?:\/|$))[\w\-.~]+(?:\/|$))*$/;

/** A host with or without a port, such as `petstore.internal:8080` or `[fd00::1]`; neither a URL nor a pattern. */
const ALLOWED_HOST = /^(?:\[[\da-fA-F:.]+\]|[\w-]+(?:\.[\w-]+)*\.?)(?::[1-9]\d{0,4})?$/;

/** Every option of `serve`, by its name in the settings file. */
export const serveOptions = {
  port: integer({
    flag: '--port',
    from: 0,
    to: 65_535,
    default: '4290',
    variable: 'PETSTORE_PORT',
    help: 'port to listen on; 0 picks a free one',
  }),
  host: text({
    flag: '--host',
    placeholder: '<address>',
    is: /^[\w\-.:]+$/,
    form: 'a host name or an address',
    default: '127.0.0.1',
    variable: 'PETSTORE_HOST',
    help: 'address to listen on; 0.0.0.0 accepts requests from other machines',
  }),
  basePath: text({
    flag: '--base-path',
    placeholder: '<path>',
    is: BASE_PATH,
    form: 'a plain path outside /__admin',
    default: '/v1',
    variable: 'PETSTORE_BASE_PATH',
    help: 'path of the base URL',
  }),
  pets: integer({
    flag: '--pets',
    from: 0,
    to: 1_000_000,
    default: '100',
    variable: 'PETSTORE_PETS',
    help: 'number of pets to generate',
  }),
  seed: integer({
    flag: '--seed',
    from: 0,
    to: 4_294_967_295,
    default: '1',
    variable: 'PETSTORE_SEED',
    help: 'seed of the generated data; the same seed gives the same pets',
  }),
  fixture: file({
    flag: '--fixture',
    example: 'fixture.json',
    variable: 'PETSTORE_FIXTURE',
    help: 'JSON file with the contents of the store',
  }),
  behaviour: file({
    flag: '--behaviour',
    example: 'behaviour.json',
    variable: 'PETSTORE_BEHAVIOUR',
    help: 'JSON file with choices for open questions',
  }),
  profile: file({
    flag: '--profile',
    example: 'petstore-profile.json',
    variable: 'PETSTORE_PROFILE',
    help: 'profile of a deployment to imitate, written by learn; --behaviour wins over it',
  }),
  latency: toggle({
    flag: '--latency',
    default: 'false',
    variable: 'PETSTORE_LATENCY',
    help: 'delay responses as the profile recorded',
  }),
  keys: list(
    text({
      flag: '--key',
      placeholder: '<key:plan>',
      form: 'a key and its plan',
      example: 'my_key:pro',
      variable: 'PETSTORE_KEY',
      help: 'an extra API key with its plan',
    }),
  ),
  keyFile: file({
    flag: '--key-file',
    example: 'keys.txt',
    variable: 'PETSTORE_KEY_FILE',
    help: 'file with one KEY:PLAN per line',
  }),
  watch: toggle({
    flag: '--watch',
    default: 'false',
    variable: 'PETSTORE_WATCH',
    help: 'reload fixture, behaviour, profile and handlers when they change',
  }),
  log: choice({
    flag: '--log',
    placeholder: '<style>',
    choices: ['pretty', 'json', 'off'],
    default: 'pretty',
    variable: 'PETSTORE_LOG',
    help: 'style of the request log',
  }),
  cors: toggle({
    flag: '--cors',
    default: 'true',
    variable: 'PETSTORE_CORS',
    help: 'allow pages from other origins to read responses',
  }),
  assumed: toggle({
    flag: '--assumed',
    default: 'true',
    variable: 'PETSTORE_ASSUMED',
    help: 'add X-Mock-Assumed, which lists the open questions that a response depends on',
  }),
  admin: toggle({
    flag: '--admin',
    example: 'false',
    defaultNote: 'on if only this machine can connect, or with --admin-token',
    variable: 'PETSTORE_ADMIN',
    help: 'serve the control room under /__admin',
  }),
  adminToken: text({
    flag: '--admin-token',
    placeholder: '<token>',
    is: BEARER_TOKEN,
    form: 'a bearer token (letters, digits and -._~+/)',
    example: 'local-admin',
    defaultNote: 'generated and printed',
    variable: 'PETSTORE_ADMIN_TOKEN',
    isSecret: true,
    help: 'token of the control room',
  }),
  allowedHosts: list(
    text({
      flag: '--allowed-host',
      placeholder: '<name>',
      is: ALLOWED_HOST,
      form: 'a host without scheme or pattern, such as petstore.internal or petstore.internal:8080',
      example: 'petstore.internal',
      variable: 'PETSTORE_ALLOWED_HOST',
      help: 'another name under which the control room is reached',
    }),
  ),
  journal: integer({
    flag: '--journal',
    from: 0,
    to: 1_000_000,
    default: '10000',
    variable: 'PETSTORE_JOURNAL',
    help: 'maximum number of exchanges in the journal',
  }),
  worlds: integer({
    flag: '--worlds',
    from: 0,
    to: 100_000,
    default: '1000',
    variable: 'PETSTORE_WORLDS',
    help: 'maximum number of isolated worlds at once',
  }),
  /** In milliseconds. */
  worldIdle: duration({
    flag: '--world-idle',
    from: '1s',
    to: '365d',
    default: '1h',
    variable: 'PETSTORE_WORLD_IDLE',
    help: 'remove an isolated world that has been idle for this long',
  }),
  handlers: file({
    flag: '--handlers',
    example: 'handlers.mjs',
    help: 'JavaScript module with MSW handlers, which run before the fake’s own',
  }),
} as const;

export type LogStyle = Chosen<typeof serveOptions>['log'];

export const serveCommand = defineCommand({
  summary: 'run the fake on a port',
  options: serveOptions,
  notes: [
    'Except --handlers, every option can also be set by its variable, or in petstore-mock.config.json in the working directory. A flag wins over a variable, and a variable over the file.',
  ],
  examples: [
    'petstore-mock serve                               on http://127.0.0.1:4290/v1',
    'petstore-mock serve --port 0 --pets 1000          a free port, 1000 pets',
    'petstore-mock serve --key my_key:business         an extra API key',
    'petstore-mock serve --fixture store.json --watch  your data, reloaded',
    'petstore-mock serve --admin-token local-admin     a fixed admin token',
  ],
  usage: 'petstore-mock serve --port 4290',
});
