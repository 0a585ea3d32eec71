import { type Level, levels } from '../../exchange/transcript.js';
import { isInt64Text } from '../../json/exact-number.js';
import { InputError } from '../../json/input-error.js';
import { ruleVersions } from '../../judge/rule.js';
import { planNames } from '../../service/plans.js';
import {
  type CommandSpec,
  choice,
  chooseValues,
  duration,
  type Flags,
  file,
  flag,
  integer,
  list,
  parsed,
  text,
  toggle,
  url,
  type Values,
} from '../options.js';
import { parseHeader, parseTargetUrl } from '../target.js';

const MOST_RESERVE = 90;

function parsePercent(share: string): number | undefined {
  const value = Number(/^(\d{1,2})%?$/.exec(share)?.[1] ?? Number.NaN);
  return value <= MOST_RESERVE ? value / 100 : undefined;
}

export const sendingOptions = {
  level: choice('--level <level>', 'how far the run may go', levels, {
    example: 'write',
    defaultNote: 'read, or exhaust with --admin-url',
  }),
  plan: choice('--plan <plan>', 'plan of the API key, to verify its limits', planNames, { example: 'free' }),
  petId: text('--pet-id <id>', 'pet to write to', {
    is: isInt64Text,
    form: 'an int64',
    example: '7',
    defaultNote: 'chosen by the seed',
  }),
  messagesUrl: url('--messages-url <url>', 'base URL of POST /messages; without it no message is sent', {
    example: 'https://staging.example.test/v1',
  }),
  isExclusive: flag('--exclusive', 'nobody else uses this API key or this store, so more rules can be verified'),
  reserve: parsed('--reserve <percent>', 'share of the limit to leave to other users of the key', {
    form: `a share from 0% to ${MOST_RESERVE}%`,
    parse: parsePercent,
    default: '20%',
  }),
  maxRequests: integer(
    '--max-requests <number>',
    'maximum number of requests to send, except for restoring the stock',
    { from: 1, to: 10_000_000, example: '40', defaultNote: 'depends on the level' },
  ),
  maxTimeMs: duration('--max-time <duration>', 'end the run after this time, except for restoring the stock', {
    from: '1s',
    to: '7d',
    example: '10m',
    defaultNote: '5m, or 10m at level exhaust',
  }),
  seed: integer('--seed <number>', 'seed that chooses the pet and the values to send', {
    from: 0,
    to: 4_294_967_295,
    example: '1',
    defaultNote: 'a new one, printed',
  }),
  isDryRun: flag('--dry-run', 'print the requests that would be sent, and send nothing'),
  isConfirmed: flag('--yes', 'do not ask before level exhaust'),
  ca: file('--ca <file>', 'PEM file with an additional certificate authority to trust', { example: 'ca.pem' }),
  clientCert: file('--client-cert <file>', 'PEM file with the certificate that this client shows to the service', {
    example: 'client.pem',
  }),
  clientKey: file('--client-key <file>', 'PEM file with the key of that certificate', { example: 'client.key' }),
  isInsecure: flag('--insecure', 'verify no certificate: others may read and change what is sent'),
  headers: list(
    parsed('--header <name: value>', 'header to add to every request', {
      form: 'a header such as `X-Tenant: blue`',
      parse: parseHeader,
      example: '"X-Tenant: blue"',
    }),
  ),
  isTraced: toggle('--trace', 'send a new traceparent and X-Request-Id with every request, to find it in logs', {
    default: 'true',
  }),
  restoreLog: file('--restore-log <dir>', 'folder that records unfinished writes', {
    example: 'restore',
    defaultNote: 'a folder in your state directory',
  }),
};

export const sourceAndReportOptions = {
  from: file('--from <recording.har>', 'judge a recording, and send nothing', { example: 'transcript.har' }),
  report: file('--report <dir>', 'write report.html, report.json, junit.xml, ctrf.json and transcript.har', {
    example: 'contract-report',
  }),
  adminUrl: url('--admin-url <url>', 'move the clock of this fake instead of waiting (token: PETSTORE_ADMIN_TOKEN)', {
    example: 'http://127.0.0.1:4290/__admin',
  }),
};

export const checkOptions = {
  ...sendingOptions,
  ...sourceAndReportOptions,
  rule: list(
    text('--rule <id>', 'judge only this rule, and send only what it needs; * stands for any characters', {
      is: /^[\w/*-]+$/,
      form: 'the id of a rule, or a pattern',
      example: "'update/*'",
    }),
  ),
  isList: flag('--list', 'list the rules, or those of --rule, and send nothing'),
  waiversFile: file('--waivers <file>', 'known violations, each with a reason and an expiry date', {
    example: 'waivers.json',
  }),
  rules: text('--rules <version>', 'count only rules up to this version; newer ones are reported, and fail nothing', {
    is: (version) => ruleVersions.some((each) => each === version),
    form: `a version of the rules (${ruleVersions.join(', ')})`,
    example: '0.2',
    defaultNote: 'all',
  }),
  isStrictOnWaivers: flag('--strict-waivers', 'fail if a waiver covers no violation of a rule that was judged'),
  failOn: choice(
    '--fail-on <what>',
    'what fails the check besides violations: inconclusive rules, or changes since the last complete run in --history',
    ['violation', 'inconclusive', 'change'],
    { example: 'inconclusive', default: 'violation' },
  ),
  history: file(
    '--history <dir>',
    'add the run to this folder and report changes since the last complete run; also sends what learn sends, and repeats a run that differs',
    { example: 'petstore-history' },
  ),
  reporter: choice(
    '--reporter <name>',
    'what to print: quiet has the violations and the result; github has them as annotations',
    ['list', 'quiet', 'github'],
    { example: 'quiet', defaultNote: 'github in a workflow of GitHub, else list' },
  ),
  json: file('--json <file>', 'write the report as JSON; - for stdout', { example: 'report.json' }),
};

export const checkCommand = {
  summary: 'verify that a deployment conforms to the API document',
  argument: { name: '[base-url]', help: 'base URL of the service, such as https://staging.example.test/v1' },
  options: checkOptions,
  notes: [
    'The API key comes from PETSTORE_API_KEY. Level read writes nothing. Level write changes the quantity of one pet and restores it. Level exhaust exceeds the rate limit.',
    'Exit codes: 0 no violations, 1 violations, 2 invalid usage, 3 stopped early or nothing to judge.',
  ],
  examples: [
    'export PETSTORE_API_KEY=…',
    'petstore-mock check https://staging.example.test/v1',
    'petstore-mock check https://staging.example.test/v1 --level write --plan free',
    'petstore-mock check https://staging.example.test/v1 --level write --dry-run',
    "petstore-mock check https://staging.example.test/v1 --rule 'limits/*'",
    'petstore-mock check --list',
    'petstore-mock check https://staging.example.test/v1 --report contract-report',
    'petstore-mock check https://staging.example.test/v1 --history runs',
    'petstore-mock check https://api.example.test/v1 --from recording.har',
  ],
  isSuite: true,
} satisfies CommandSpec;

/** The settings of `check`, without secrets and the contents of files. */
export interface CheckSettings extends Omit<Values<typeof checkOptions>, 'level'> {
  /** Undefined: a recording by the suite names it itself. */
  readonly baseUrl: string | undefined;
  readonly level: Level;
  /** Sends the requests of `learn`, too: a check alone would miss most changes of open questions. */
  readonly isLearning: boolean;
  /** What this run has of the time, if two runs share it. */
  readonly shareMs?: number | undefined;
}

export type CheckFlags = Flags<typeof checkOptions>;

/** Completes the settings of `check` from its command line. Throws an InputError for options that exclude each other. */
export function readCheckSettings(target: string | undefined, flags: CheckFlags): CheckSettings {
  const { chosenBy, ...values } = chooseValues(checkOptions, { flags });
  const { adminUrl, failOn, history } = values;
  const level = values.level ?? (adminUrl === undefined ? 'read' : 'exhaust');
  const invalid = (option: string, problem: string, remedy: string) =>
    new InputError(`Reading ${option}`, problem, remedy);
  if (values.isDryRun && values.from !== undefined) {
    throw invalid('--dry-run', '--from sends nothing anyway', 'Leave out --dry-run or --from');
  }
  if (values.isStrictOnWaivers && values.waiversFile === undefined) {
    throw invalid('--strict-waivers', 'it needs the file of waivers', 'Add --waivers waivers.json');
  }
  if (history !== undefined && values.rule.length > 0) {
    throw invalid('--rule', '--history compares whole runs', 'Leave out --rule or --history');
  }
  if (history === undefined && failOn === 'change') {
    const problem = 'changes are found by comparing with earlier runs, so it needs --history';
    throw invalid('--fail-on change', problem, 'Add --history petstore-history');
  }
  return {
    ...values,
    baseUrl: target === undefined ? undefined : parseTargetUrl(target, 'the base URL'),
    level,
    // What a user allows is for the check.
    isLearning: history !== undefined && values.maxRequests === undefined,
    isExclusive: values.isExclusive || adminUrl !== undefined,
  };
}

/** Returns where requests go. Throws an InputError if the command line does not say. */
export function baseUrlOf({ baseUrl }: Pick<CheckSettings, 'baseUrl'>): string {
  if (baseUrl !== undefined) return baseUrl;
  const remedy = 'Add one, such as http://127.0.0.1:4290/v1';
  throw new InputError('Reading the command line', 'the base URL is missing', remedy);
}
