import { type ReportedRule, reportedOutcomeOf, uncountedNote, waiverNote } from '../../contract-tests/report/report.js';
import { InputError } from '../json/input-error.js';
import { rules } from '../judge/rules/index.js';
import { type StatementId, statements } from '../service/statements.js';
import type { CheckOptions, ContractOptions, PlaywrightTest, VitestTest } from './contract-options.js';
import { oncePerRun } from './once-per-run.js';
import { checkService, violationText } from './run-check.js';

const COMPLETED = 'the check completed, restored the stock, and judged at least one rule';

/** What a test has to say: it passes without either. */
interface TestResult {
  readonly fails?: string | undefined;
  readonly skips?: string | undefined;
}

/** The results of all tests by their titles, as JSON. */
type Results = Readonly<Record<string, TestResult>>;

type Read = () => CheckOptions | Promise<CheckOptions>;

/** Defines a test for each rule, and one for the whole check. The requests are sent once, before the first of these tests. */
export function describeContract({ test, ...rest }: ContractOptions): void {
  const isFunction = 'options' in rest;
  const read = isFunction ? rest.options : () => rest;
  if (typeof test !== 'function') {
    const remedy = "Import it from 'vitest' or '@playwright/test': describeContract({ test, baseUrl })";
    throw new InputError('Describing the contract', 'the test function of the runner is missing', remedy);
  }
  if ('info' in test) inPlaywright(test, read, isFunction);
  else inVitest(test, read);
}

const titleOf = ({ id, title }: Pick<ReportedRule, 'id' | 'title'>) => `${id}: ${title}`;

function inVitest(test: VitestTest, read: Read): void {
  let results: Promise<Results> | undefined;
  for (const title of [COMPLETED, ...rules.map(titleOf)]) {
    // The check ends in time by itself.
    test(title, { timeout: 0 }, async ({ skip, signal }) => {
      results ??= resultsOf(title, read, signal);
      const { fails, skips } = (await results)[title] ?? {};
      if (skips !== undefined) skip(skips);
      if (fails !== undefined) throw withoutStack(fails);
    });
  }
}

function inPlaywright(test: PlaywrightTest, read: Read, isFunction: boolean): void {
  const define = (title: string, ids: readonly string[]) => {
    const annotation = ids.map((id) => {
      const { section, sentence } = statements[id as StatementId];
      return { type: `§${section}`, description: sentence };
    });
    test(title, { annotation }, async () => {
      test.setTimeout(0);
      const { fails, skips } = (await oncePerRun(test.info(), isFunction, () => resultsOf(title, read)))[title] ?? {};
      test.skip(skips !== undefined, skips);
      if (fails !== undefined) throw withoutStack(fails);
    });
  };
  test.describe(() => {
    // All in one worker, also with `fullyParallel`.
    test.describe.configure({ mode: 'default' });
    define(COMPLETED, []);
    for (const rule of rules) define(titleOf(rule), rule.statements);
  });
}

/** A stack would lead through this file only. */
function withoutStack(message: string): Error {
  const error = new Error(message);
  error.stack = message;
  return error;
}

/** Checks the service. If that fails, so does the test that began it; the others are skipped. */
async function resultsOf(first: string, read: Read, signal?: AbortSignal): Promise<Results> {
  try {
    const given = await read();
    const signals = [given.signal, signal].filter((each) => each !== undefined);
    return await judged({ ...given, signal: AbortSignal.any(signals) });
  } catch (error) {
    const { message, stack = message } = error as Error;
    const fails = error instanceof InputError ? message : stack;
    const skipped = rules.map((rule) => [titleOf(rule), { skips: `The check did not run: ${message}` }] as const);
    return { ...Object.fromEntries(skipped), [COMPLETED]: { fails }, [first]: { fails } };
  }
}

async function judged(options: CheckOptions): Promise<Results> {
  const { report, problem } = await checkService(options);
  const { stopped, leftBehind, pass, violation, staleWaivers } = report.summary;
  const isJudged = pass + violation > 0;
  const problems = [
    ...(stopped === null ? [] : [`The check stopped early: ${stopped}`]),
    ...(leftBehind === null ? [] : [`The stock was not restored: ${leftBehind}`]),
    ...(isJudged ? [] : ['No rule could be judged']),
    ...(options.strictWaivers && staleWaivers.length > 0
      ? [`Waivers cover nothing, remove ${staleWaivers.join(', ')}`]
      : []),
    ...(problem === undefined ? [] : [problem]),
  ];
  const resultOf = (rule: ReportedRule): TestResult => {
    const outcome = reportedOutcomeOf(rule);
    if (outcome === 'violation') return { fails: violationText(rule, report) };
    if (outcome === 'pass') return {};
    const reason = uncountedNote(rule) ?? waiverNote(rule) ?? rule.reason ?? outcome;
    return outcome === 'inconclusive' && options.failOn === outcome ? { fails: reason } : { skips: reason };
  };
  return {
    // A rule that was not asked for has no verdict.
    ...Object.fromEntries(rules.map((rule) => [titleOf(rule), { skips: 'not part of this check' }])),
    ...Object.fromEntries(report.rules.map((rule) => [titleOf(rule), resultOf(rule)])),
    [COMPLETED]: problems.length === 0 ? {} : { fails: problems.join('\n') },
  };
}
