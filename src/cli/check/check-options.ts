import type { ReporterName } from '../../../contract-tests/report/reporters.js';
import { levels } from '../../exchange/transcript.js';
import { isInt64Text } from '../../spec/json.js';
import { planNames } from '../../spec/plans.js';
import { defineCommand } from '../command.js';
import { choice, duration, file, flag, integer, list, parsed, percent, text, url } from '../options.js';
import { parseHeader } from '../target.js';

/** Loading the reporters would take longer than everything else that a start needs. */
const reporterNames = ['list', 'quiet', 'github', 'json', 'junit'] as const satisfies readonly ReporterName[];

/** Every option of `check`. */
export const checkOptions = {
  level: choice({
    flag: '--level',
    placeholder: '<level>',
    choices: levels,
    example: 'write',
    defaultNote: 'read, or exhaust with --admin-url',
    help: 'how far the run may go',
  }),
  plan: choice({
    flag: '--plan',
    placeholder: '<plan>',
    choices: planNames,
    example: 'free',
    help: 'plan of the API key, to verify its limits',
  }),
  petId: text({
    flag: '--pet-id',
    placeholder: '<id>',
    is: isInt64Text,
    form: 'an int64',
    example: '7',
    defaultNote: 'chosen by the seed',
    help: 'pet to write to',
  }),
  messagesUrl: url({
    flag: '--messages-url',
    example: 'https://staging.example.test/v1',
    help: 'base URL of POST /messages; without it no message is sent',
  }),
  apiKeyFile: file({
    flag: '--api-key-file',
    example: 'key.txt',
    defaultNote: 'the variable PETSTORE_API_KEY',
    help: 'file that contains the API key',
  }),
  isExclusive: flag({
    flag: '--exclusive',
    help: 'nobody else uses this API key or this store, so more rules can be verified',
  }),
  reserve: percent({
    flag: '--reserve',
    to: 90,
    default: '20%',
    help: 'share of the limit to leave to other users of the key',
  }),
  maxRequests: integer({
    flag: '--max-requests',
    from: 1,
    to: 10_000_000,
    example: '40',
    defaultNote: 'depends on the level',
    help: 'maximum number of requests to send',
  }),
  maxWaitMs: duration({ flag: '--max-wait', default: '75s', help: 'stop the run rather than wait longer than this' }),
  depth: choice({
    flag: '--depth',
    placeholder: '<depth>',
    choices: ['standard', 'thorough'],
    example: 'thorough',
    default: 'standard',
    help: 'thorough adds up to 100 generated writes',
  }),
  seed: integer({
    flag: '--seed',
    from: 0,
    to: 4_294_967_295,
    example: '1',
    defaultNote: 'a new one, printed',
    help: 'seed that chooses the pet and the values to send',
  }),
  isDryRun: flag({ flag: '--dry-run', help: 'print the requests that would be sent, and send nothing' }),
  isConfirmed: flag({ flag: '--yes', help: 'do not ask before level exhaust' }),
  from: list(
    file({
      flag: '--from',
      placeholder: '<recording.har>',
      example: 'transcript.har',
      help: 'judge a recording, and send nothing',
    }),
  ),
  adminUrl: url({
    flag: '--admin-url',
    example: 'http://127.0.0.1:4290/__admin',
    help: 'move the clock of this fake instead of waiting (token: PETSTORE_ADMIN_TOKEN)',
  }),
  waiversFile: file({
    flag: '--waivers',
    example: 'waivers.json',
    help: 'known violations, each with a reason and an expiry date',
  }),
  failOn: choice({
    flag: '--fail-on',
    placeholder: '<what>',
    choices: ['violation', 'inconclusive', 'change'],
    example: 'inconclusive',
    default: 'violation',
    help: 'what else fails the check: an inconclusive rule, or a change since the previous run in --history',
  }),
  history: file({
    flag: '--history',
    placeholder: '<dir>',
    example: 'petstore-history',
    help: 'add the run to this folder and report changes since the previous run',
  }),
  everyMs: duration({
    flag: '--every',
    from: '1m',
    to: '7d',
    example: '15m',
    help: 'repeat every <duration> (1m to 7d) and print only changes; needs --history',
  }),
  report: file({
    flag: '--report',
    placeholder: '<dir>',
    example: 'contract-report',
    help: 'write report.html, report.json, junit.xml and transcript.har',
  }),
  json: file({ flag: '--json', example: 'report.json', help: 'write the report as JSON; - for stdout' }),
  reporter: choice({
    flag: '--reporter',
    choices: reporterNames,
    example: 'github',
    defaultNote: 'list, with passed rules folded',
    help: 'what to print',
  }),
  ca: file({ flag: '--ca', example: 'ca.pem', help: 'PEM file with an additional certificate authority to trust' }),
  headers: list(
    parsed(
      {
        flag: '--header',
        placeholder: '<name: value>',
        example: '"X-Tenant: blue"',
        help: 'header to add to every request',
      },
      parseHeader,
    ),
  ),
  restoreLog: file({
    flag: '--restore-log',
    placeholder: '<dir>',
    example: 'restore',
    defaultNote: 'a folder in your state directory',
    help: 'folder that records unfinished writes',
  }),
} as const;

export const checkCommand = defineCommand({
  summary: 'verify that a deployment conforms to the API document',
  argument: { name: '[base-url]', help: 'base URL of the service, such as https://staging.example.test/v1' },
  options: checkOptions,
  notes: [
    'The API key comes from PETSTORE_API_KEY or --api-key-file. Level read writes nothing. Level write changes the quantity of one pet and restores it. Level exhaust runs into the rate limit.',
    'Exit codes: 0 no violations, 1 violations, 2 invalid usage, 3 stopped early or nothing to judge.',
  ],
  examples: [
    'export PETSTORE_API_KEY=…',
    'petstore-mock check https://staging.example.test/v1',
    'petstore-mock check https://staging.example.test/v1 --level write --plan free',
    'petstore-mock check https://staging.example.test/v1 --level write --dry-run',
    'petstore-mock check https://staging.example.test/v1 --report contract-report',
    'petstore-mock check https://staging.example.test/v1 --history runs --every 15m',
    'petstore-mock check https://api.example.test/v1 --from recording.har',
  ],
  usage: 'petstore-mock check http://127.0.0.1:4290/v1 --level write',
  isSuite: true,
});
