import type { Settings } from './settings-schema.js';

/** How one setting of `serve` is named and read. Its limits are in the settings schema. */
export interface ServeOption {
  /** A switch has a second flag that turns it off: see {@link flagsOf}. */
  readonly flag: string;
  /** What stands behind the flag in the help; undefined for a switch. */
  readonly placeholder: string | undefined;
  readonly variable: string;
  /** How a flag's or variable's text is read. */
  readonly kind: 'integer' | 'text' | 'boolean';
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
    description: 'reload fixture, behaviour and handlers when they change',
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
  adminToken: {
    flag: '--admin-token',
    variable: 'PETSTORE_ADMIN_TOKEN',
    placeholder: '<token>',
    kind: 'text',
    form: 'a bearer token (letters, digits and -._~+/)',
    example: 'local-admin',
    description: 'token for /__admin; without it one is made and printed',
    isSecret: true,
  },
};

/** The flags that give a setting: a switch is turned on by the first and off by the second. */
export function flagsOf({ flag, kind }: ServeOption): string[] {
  return kind === 'boolean' ? [flag, flag.replace('--', '--no-')] : [flag];
}
