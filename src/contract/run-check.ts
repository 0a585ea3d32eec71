import { resolve } from 'node:path';
import type { Report, ReportedRule } from '../../contract-tests/report/report.js';
import { plainLook, violationText as textOf } from '../../contract-tests/report/violation-text.js';
import { parseWaivers } from '../../contract-tests/waivers/waivers.js';
import { type CheckFlags, checkOptions, readCheckSettings } from '../cli/check/check-options.js';
import type { Option } from '../cli/options.js';
import { readVersion } from '../cli/process.js';
import { problemOf, type Terminal } from '../cli/terminal.js';
import type { Transcript } from '../exchange/transcript.js';
import { checkedFields, InputError } from '../json/input-error.js';
import { API_KEY, API_KEY_FORM, BEARER_TOKEN } from '../service/headers.js';
import type { CheckOptions } from './contract-options.js';

/** Options that no flag has, or that are read in another way than the flag's text. */
const own = ['baseUrl', 'apiKey', 'adminToken', 'headers', 'waivers', 'yes', 'signal'];
/** Whoever calls a function asks, prints and compares what it returns. */
const onlyOfCommand = ['dryRun', 'from', 'history', 'reporter', 'json', 'header', 'list'];

/** The options of the command line, by the names that a function has for them: `maxTime` for `--max-time`. */
const flagsByName = Object.entries<Option<unknown>>(checkOptions)
  .map(([key, option]) => ({ key, option, name: nameOf(option) }))
  .filter(({ name }) => ![...own, ...onlyOfCommand].includes(name));

function nameOf({ flag }: Option<unknown>): string {
  return flag.slice(2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

const EXAMPLE = "{ baseUrl: 'https://staging.example.test/v1' }";

/** Reads the options of a check. Throws an InputError, which repeats no secret. */
async function readOptions(options: CheckOptions) {
  const attempted = 'Reading the options of the check';
  const names = [...own, ...flagsByName.map(({ name }) => name)];
  const given = checkedFields(attempted, 'the options', options, names, EXAMPLE);
  const { baseUrl, apiKey, adminToken, headers = {}, waivers, yes, signal } = given as Partial<CheckOptions>;
  if (typeof baseUrl !== 'string') throw new InputError(attempted, 'baseUrl is missing', `Try ${EXAMPLE}`);
  const flags = flagsByName
    .filter(({ name }) => given[name] !== undefined)
    .map(({ name, key, option }) => [key, readValue(name, option, given[name])] as const);
  const headerList = Object.entries(headers).map((each) => checkOptions.headers.parse(each.join(': '), 'headers'));
  const isList = typeof waivers === 'object';
  const waiversFile = isList ? 'of the options' : waivers;
  const allFlags = { ...Object.fromEntries(flags), headers: headerList, waiversFile } as CheckFlags;
  const settings = readCheckSettings(baseUrl, allFlags);
  if (settings.level === 'exhaust' && settings.adminUrl === undefined && yes !== true) {
    const problem = 'it uses up the whole quota of the API key';
    throw new InputError('Sending requests at level exhaust', problem, 'To confirm, add yes: true');
  }
  // Late: it loads what sends.
  const { readWaivers } = await import('../cli/check/check-command.js');
  return {
    settings: { ...settings, isConfirmed: true },
    waivers: isList ? parseWaivers(JSON.stringify(waivers), 'of the options') : await readWaivers(waiversFile),
    variables: {
      ...process.env,
      ...secretAs('PETSTORE_API_KEY', 'apiKey', apiKey, API_KEY, API_KEY_FORM),
      ...secretAs('PETSTORE_ADMIN_TOKEN', 'adminToken', adminToken, BEARER_TOKEN, 'letters, digits and -._~+/'),
    },
    signal: signal ?? new AbortController().signal,
  };
}

function readValue(name: string, { parse, form, example, jsonType, isRepeatable }: Option<unknown>, value: unknown) {
  const readOne = (one: unknown) => {
    const text = typeof one === 'object' ? '' : String(one);
    const read = text.trim() === '' ? undefined : parse(text, name);
    if (read !== undefined) return read;
    const valid = jsonType === 'string' ? `'${example.replaceAll("'", '')}'` : example || 'true';
    throw new InputError(`Reading ${name}`, `${JSON.stringify(one)} is not ${form}`, `Try ${name}: ${valid}`);
  };
  return isRepeatable ? [value].flat().map(readOne) : readOne(value);
}

/** Throws an InputError that does not repeat the secret. */
function secretAs(variable: string, name: string, secret: unknown, form: RegExp, inWords: string) {
  if (secret === undefined) return {};
  if (typeof secret === 'string' && form.test(secret.trim())) return { [variable]: secret };
  throw new InputError(`Reading ${name}`, 'it is empty, or no header can carry it', `It must consist of ${inWords}`);
}

/** Sends the requests of a check and judges the responses. Prints nothing. `problem`: why the reports could not be written. */
export async function checkService(options: CheckOptions) {
  const { settings, waivers, variables, signal } = await readOptions(options);
  const nowhere = { write: () => {} };
  const terminal: Terminal = { stdout: nowhere, stderr: nowhere, folder: process.cwd(), variables };
  const { requireOutputs } = await import('../cli/check/outputs.js');
  const { judgeTarget } = await import('../cli/check/judge-target.js');
  requireOutputs(settings, terminal);
  const version = readVersion();
  const judged = await judgeTarget(settings, { version, confirm: undefined, signal }, terminal);
  const { transcript } = judged;
  const { reportOn } = await import('../cli/check/judged-run.js');
  const { writeReports } = await import('../../contract-tests/report/write-reports.js');
  const report = reportOn(judged, waivers, settings, version);
  const { report: folder } = settings;
  const problem = folder && problemOf(() => writeReports(resolve(folder), report, transcript));
  transcripts.set(report, transcript);
  return { report, problem };
}

/** What a report does not have: requests and responses. */
const transcripts = new WeakMap<Report, Transcript>();

/**
 * Checks a service as `petstore-mock check` does, and returns the report. Prints nothing. Rejects with an InputError, and sends nothing,
 * for invalid options.
 */
export async function runCheck(options: CheckOptions): Promise<Report> {
  const { report, problem } = await checkService(options);
  if (problem !== undefined) throw new Error(problem);
  return report;
}

/** Returns what is wrong with a violated rule, the evidence and how to repeat it. A report that was read from a file has only the numbers of exchanges. */
export function violationText(rule: ReportedRule, report: Report): string {
  const { problem, details } = textOf(rule, transcripts.get(report) ?? { exchanges: [], run: undefined }, plainLook);
  return [problem, ...details].join('\n');
}
