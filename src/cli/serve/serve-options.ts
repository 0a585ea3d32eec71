import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { BEARER_TOKEN } from '../../spec/bearer.js';
import { planNames } from '../../spec/plans.js';

/** How one setting of `serve` is named and read. Its limits are in the settings schema. */
export interface ServeOption {
  /** A switch has a second flag that turns it off: see {@link flagsOf}. */
  readonly flag: string;
  /** What stands behind the flag in the help; undefined for a switch. */
  readonly placeholder: string | undefined;
  readonly variable: string;
  /** How a flag's or variable's text is read. A list has a flag for each, and commas in its variable. */
  readonly kind: 'integer' | 'text' | 'boolean' | 'list';
  /** What a value must be, as the end of “this is not …”. */
  readonly form: string;
  /** A value that works, as text. */
  readonly example: string;
  readonly description: string;
  /** Whether a value must never be shown. */
  readonly isSecret?: true;
}

const file = { placeholder: '<file>', kind: 'text', form: 'the name of a file' } as const;
const toggle = { placeholder: undefined, kind: 'boolean', form: 'true or false' } as const;

/** Every setting of `serve` by its name in the settings file. */
export const serveOptions: Readonly<Record<Exclude<keyof Settings, 'keys'>, ServeOption>> = {
  port: {
    flag: '--port',
    variable: 'PETSTORE_PORT',
    placeholder: '<number>',
    kind: 'integer',
    form: 'a whole number from 0 to 65535',
    example: '4290',
    description: 'port to listen on; 0 takes a free one',
  },
  host: {
    flag: '--host',
    variable: 'PETSTORE_HOST',
    placeholder: '<address>',
    kind: 'text',
    form: 'a host name or an address',
    example: '127.0.0.1',
    description: 'address to listen on; 0.0.0.0 lets other machines in',
  },
  basePath: {
    flag: '--base-path',
    variable: 'PETSTORE_BASE_PATH',
    placeholder: '<path>',
    kind: 'text',
    form: 'a plain path outside /__admin',
    example: '/v1',
    description: 'path of the base URL',
  },
  pets: {
    flag: '--pets',
    variable: 'PETSTORE_PETS',
    placeholder: '<number>',
    kind: 'integer',
    form: 'a whole number from 0 to 1000000',
    example: '100',
    description: 'how many pets to generate',
  },
  seed: {
    flag: '--seed',
    variable: 'PETSTORE_SEED',
    placeholder: '<number>',
    kind: 'integer',
    form: 'a whole number from 0 to 4294967295',
    example: '1',
    description: 'the same seed gives the same pets',
  },
  fixture: {
    ...file,
    flag: '--fixture',
    variable: 'PETSTORE_FIXTURE',
    example: 'fixture.json',
    description: 'JSON file with a store of your own',
  },
  behaviour: {
    ...file,
    flag: '--behaviour',
    variable: 'PETSTORE_BEHAVIOUR',
    example: 'behaviour.json',
    description: 'JSON file with answers to open questions',
  },
  profile: {
    ...file,
    flag: '--profile',
    variable: 'PETSTORE_PROFILE',
    example: 'petstore-profile.json',
    description: 'JSON file with what was learned of a deployment: answer as that one does; --behaviour wins over it',
  },
  latency: {
    ...toggle,
    flag: '--latency',
    variable: 'PETSTORE_LATENCY',
    example: 'true',
    description: 'take as long to answer as the profile says',
  },
  keyFile: {
    ...file,
    flag: '--key-file',
    variable: 'PETSTORE_KEY_FILE',
    example: 'keys.txt',
    description: 'file with a line KEY:PLAN for each key',
  },
  watch: {
    ...toggle,
    flag: '--watch',
    variable: 'PETSTORE_WATCH',
    example: 'true',
    description: 'reload fixture, behaviour, profile and handlers when they change',
  },
  log: {
    flag: '--log',
    variable: 'PETSTORE_LOG',
    placeholder: '<style>',
    kind: 'text',
    form: 'pretty, json or off',
    example: 'pretty',
    description: 'how requests are logged: pretty, json or off',
  },
  cors: {
    ...toggle,
    flag: '--cors',
    variable: 'PETSTORE_CORS',
    example: 'false',
    description: 'let pages of other origins read answers',
  },
  assumed: {
    ...toggle,
    flag: '--assumed',
    variable: 'PETSTORE_ASSUMED',
    example: 'false',
    description: 'add X-Mock-Assumed, which names the open questions that an answer rests on',
  },
  admin: {
    ...toggle,
    flag: '--admin',
    variable: 'PETSTORE_ADMIN',
    example: 'false',
    description: 'the control room under /__admin; on where only this machine reaches it, elsewhere with --admin-token',
  },
  adminToken: {
    flag: '--admin-token',
    variable: 'PETSTORE_ADMIN_TOKEN',
    placeholder: '<token>',
    kind: 'text',
    form: 'a bearer token (letters, digits and -._~+/)',
    example: 'local-admin',
    description: 'token of the control room; without it one is made and printed',
    isSecret: true,
  },
  allowedHosts: {
    flag: '--allowed-host',
    variable: 'PETSTORE_ALLOWED_HOST',
    placeholder: '<name>',
    kind: 'list',
    form: 'a host without scheme or pattern, such as petstore.internal or petstore.internal:8080',
    example: 'petstore.internal',
    description: 'another name under which the control room is reached; repeatable',
  },
  journal: {
    flag: '--journal',
    variable: 'PETSTORE_JOURNAL',
    placeholder: '<number>',
    kind: 'integer',
    form: 'a whole number from 0 to 1000000',
    example: '10000',
    description: 'how many exchanges the journal keeps',
  },
  worlds: {
    flag: '--worlds',
    variable: 'PETSTORE_WORLDS',
    placeholder: '<number>',
    kind: 'integer',
    form: 'a whole number from 0 to 100000',
    example: '1000',
    description: 'how many isolated worlds there may be at once',
  },
  worldIdle: {
    flag: '--world-idle',
    variable: 'PETSTORE_WORLD_IDLE',
    placeholder: '<duration>',
    kind: 'text',
    form: 'a length of time in s, m, h or d',
    example: '1h',
    description: 'how long an isolated world may be idle before it is dropped',
  },
};

/** The flags that give a setting: a switch is turned on by the first and off by the second. */
export function flagsOf({ flag, kind }: ServeOption): string[] {
  return kind === 'boolean' ? [flag, flag.replace('--', '--no-')] : [flag];
}

/** The name under which Commander hands a flag over: that of the setting, but for a list, whose flag names one of many. */
export function flagNameOf({ flag }: ServeOption): string {
  return flag.slice(2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** A path that a URL parser leaves as it is and that is not the admin's; `/` is the root. */
const BASE_PATH = '^/(?!__admin(?:/|$))(?:(?!\\.{1,2}(?:/|$))[\\w\\-.~]+(?:/|$))*$';

/** A host with or without a port, such as `petstore.internal:8080` or `[fd00::1]`; no URL, and no pattern. */
const ALLOWED_HOST = '^(?:\\[[\\da-fA-F:.]+\\]|[\\w\\-]+(?:\\.[\\w\\-]+)*\\.?)(?::[1-9]\\d{0,4})?$';

/** A length of time that is not over at once, such as `90m`. */
const DURATION = '^[1-9]\\d{0,5} ?(?:s|m|h|d|seconds?|minutes?|hours?|days?)$';

/** What `petstore-mock.config.json` may say. It cannot name handlers: those are code, and only the flag loads code. */
export const settingsSchema = {
  type: 'object',
  properties: {
    port: { type: 'integer', minimum: 0, maximum: 65_535 },
    host: { type: 'string', pattern: '^[\\w\\-.:]+$' },
    basePath: { type: 'string', pattern: BASE_PATH },
    pets: { type: 'integer', minimum: 0, maximum: 1_000_000 },
    seed: { type: 'integer', minimum: 0, maximum: 4_294_967_295 },
    fixture: { type: 'string', pattern: '\\S' },
    behaviour: { type: 'string', pattern: '\\S' },
    profile: { type: 'string', pattern: '\\S' },
    latency: { type: 'boolean' },
    keys: {
      type: 'object',
      propertyNames: { pattern: BEARER_TOKEN.source },
      additionalProperties: { enum: planNames },
    },
    keyFile: { type: 'string', pattern: '\\S' },
    watch: { type: 'boolean' },
    log: { enum: ['pretty', 'json', 'off'] },
    cors: { type: 'boolean' },
    assumed: { type: 'boolean' },
    admin: { type: 'boolean' },
    adminToken: { type: 'string', pattern: BEARER_TOKEN.source },
    allowedHosts: { type: 'array', items: { type: 'string', pattern: ALLOWED_HOST } },
    journal: { type: 'integer', minimum: 0, maximum: 1_000_000 },
    worlds: { type: 'integer', minimum: 0, maximum: 100_000 },
    worldIdle: { type: 'string', pattern: DURATION },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

export type Settings = FromSchema<typeof settingsSchema>;
