import { type DrawnRequests, drawRequests } from '../../../contract-tests/draw-requests.js';
import { LARGEST_OVERRUN } from '../../../contract-tests/probes/exhaust-probes.js';
import type { Turn } from '../../../contract-tests/suite.js';
import { sampleKeyOf } from '../../../fixtures/keys.js';
import { learnLimit } from '../../fidelity/learn/learn-profile.js';
import { type Score, scoreResponses } from '../../fidelity/score/score-responses.js';
import { isJsonObject, type JsonValue } from '../../spec/json.js';
import type { PlanName } from '../../spec/plans.js';
import { InputError } from '../../spec/validation/input-error.js';
import { drawSeed, gather } from '../check/check-service.js';
import type { CheckFlags } from '../check/check-settings.js';
import type { Gathered, SuiteContext } from '../check/gathered.js';
import { checkSettingsOf, flagsOfSides, type OpenedSide, openSide } from '../compare/compare-side.js';
import { isRightKeyGiven, readKeys } from '../compare/side-keys.js';
import { chooseValues, type Flags } from '../options.js';
import { jsonFile, problemOf, requireWritable, withProblems, writeOutput } from '../output-file.js';
import { requireReport, writeSidesTo } from '../report-folder.js';
import { layoutFor, type Terminal, warn } from '../terminal.js';
import { fidelityOptions } from './fidelity-options.js';
import { drawnText, exitCodeOf, jsonOf, type ScoreFacts, scoreText } from './fidelity-output.js';
import { fidelityReport } from './fidelity-report.js';

interface FidelityRequest extends SuiteContext {
  readonly targets: readonly string[];
  readonly flags: Flags<typeof fidelityOptions>;
}

/** Enough for the first list, retries and restoring the stock. */
const BESIDE_DRAWN = 60;

/** Scores a fake against its service and prints how far they agree; returns the exit code. Throws an InputError, and sends nothing, for invalid input. */
export async function fidelity(request: FidelityRequest, terminal: Terminal): Promise<number> {
  const { flags } = request;
  const { stdout, folder, variables } = terminal;
  const { chosenBy, ...settings } = chooseValues(fidelityOptions, { flags });
  const [left, right] = openSides(request.targets, terminal, flags);
  const seed = settings.seed ?? drawSeed();
  const level = settings.level ?? 'read';
  const [leftFlags, rightFlags] = flagsOfSides({ ...flags, seed, level }, left.kind, right.kind);
  const takers = [checkSettingsOf(left, leftFlags, 'free'), checkSettingsOf(right, rightFlags, 'free')];
  const [one, other] = takers.map(({ messagesUrl }) => messagesUrl !== undefined);
  if (one !== other && right.kind === 'url' && left.kind === 'url') {
    const flag = one ? '--right-messages-url' : '--messages-url';
    const problem = 'only one side has a base URL for messages, and both get the same requests';
    throw new InputError(`Reading ${flag}`, problem, `Add ${flag} https://staging.example.test/v1`);
  }
  const hasMessages = one === true && other === true;
  const drawn = await drawRequests({ level, hasMessages, count: settings.requests, seed });
  const layout = layoutFor(stdout, variables);
  if (settings.isDryRun) {
    stdout.write(drawnText(drawn, layout));
    return 0;
  }
  const keys = readKeys(left, right, flags, terminal);
  const file = jsonFile(settings.json, { folder, kind: 'fidelity', isOfKind: isScore });
  requireReport(settings.report, folder, 'Fidelity', () => file && requireWritable(file));
  const asked = { side: left, flags: leftFlags, key: keys.left, turn: 'first' } as const;
  const real = await ask(asked, 'free', drawn, request, terminal);
  const plan = learnLimit(real.evidence).plan ?? 'free';
  const turn = { usedMs: real.tookMs ?? 0 };
  const fake = await ask({ side: right, flags: rightFlags, key: keys.right, turn }, plan, drawn, request, terminal);
  for (const { leftBehind } of [real, fake])
    if (leftBehind !== undefined) warn(terminal, `not restored: ${leftBehind}`);
  const score = scoreOf(drawn, real, fake);
  const facts: ScoreFacts = {
    left: left.target,
    right: right.target,
    level,
    seed,
    atLeast: settings.atLeast,
    stopped: [real, fake].flatMap(({ transcript }) => transcript.run?.stopped ?? []),
  };
  stdout.write(settings.json === '-' ? jsonOf(score, facts) : scoreText(score, facts, layout));
  const problem = file && problemOf(() => writeOutput(file, jsonOf(score, facts)));
  const reportProblem = writeSidesTo(settings.report, folder, () => fidelityReport(score, facts), jsonOf(score, facts));
  return withProblems(exitCodeOf(score, facts), [problem, reportProblem], terminal);
}

function openSides(
  targets: readonly string[],
  terminal: Terminal,
  flags: FidelityRequest['flags'],
): [left: AskableSide, right: AskableSide] {
  const remedy = 'Try petstore-mock fidelity https://staging.example.test/v1 fake';
  const [one, other] = targets;
  if (one === undefined || other === undefined || targets.length > 2) {
    const problem = targets.length > 2 ? 'more than two sides' : 'the service or its fake is missing';
    throw new InputError('Reading the command line', problem, remedy);
  }
  const shared = { isBaseline: false, recordedUrl: undefined };
  const open = (position: 'left' | 'right', target: string) => {
    const side = openSide({ ...shared, position, target }, terminal.folder);
    if (isAskable(side)) return side;
    const serve = 'Serve a profile: petstore-mock serve --profile staging.json. Then name the side fake';
    throw new InputError(`Reading ${target}`, 'a file receives no requests', serve);
  };
  const [left, right] = [open('left', one), open('right', other)];
  if (left.place === right.place && !isRightKeyGiven(flags, terminal)) {
    throw new InputError('Scoring', 'both sides are the same', remedy);
  }
  return [left, right];
}

/** A side that receives requests. */
type AskableSide = Extract<OpenedSide, { kind: 'url' | 'fake' }>;

function isAskable(side: OpenedSide): side is AskableSide {
  return side.kind === 'url' || side.kind === 'fake';
}

interface AskedSide {
  readonly side: AskableSide;
  readonly flags: CheckFlags;
  readonly key: string | undefined;
  readonly turn: Turn;
}

/** Sends the drawn requests to one side. `plan` is that of the key for a fake. */
async function ask(
  { side, flags, key, turn }: AskedSide,
  plan: PlanName,
  { within, beyond }: DrawnRequests,
  context: SuiteContext,
  terminal: Terminal,
): Promise<Gathered> {
  const overrun = beyond.length === 0 ? 0 : beyond.length + LARGEST_OVERRUN;
  const maxRequests = within.length + overrun + BESIDE_DRAWN;
  const settings = checkSettingsOf(side, { ...flags, maxRequests }, plan);
  const apiKey = side.kind === 'fake' ? sampleKeyOf(plan) : key;
  const variables = { ...terminal.variables, PETSTORE_API_KEY: apiKey, PETSTORE_API_KEY_RIGHT: undefined };
  warn(terminal, `testing ${side.kind === 'fake' ? 'the fake at ' : ''}${side.place}`);
  const given = { within: within.map(({ probe }) => probe), beyond: beyond.map(({ probe }) => probe) };
  return gather({ ...settings, apiKeyFile: undefined, turn }, context, { ...terminal, variables }, given);
}

function scoreOf({ within, beyond }: DrawnRequests, real: Gathered, fake: Gathered): Score {
  const requests = [...within, ...beyond].map(({ probe, ...drawn }) => ({ ...drawn, name: probe.name }));
  return scoreResponses(requests, real.evidence, fake.evidence);
}

function isScore(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && ['equal', 'of', 'operations', 'differences'].every((name) => name in value);
}
