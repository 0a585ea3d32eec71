import { type DrawnRequests, drawRequests } from '../../../contract-tests/draw-requests.js';
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
import { layoutFor, type Terminal, warn } from '../terminal.js';
import { fidelityOptions } from './fidelity-options.js';
import { drawnText, exitCodeOf, jsonOf, type ScoreFacts, scoreText } from './fidelity-output.js';

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
  const drawn = await drawRequests({
    level,
    // A fake of the same machine always takes messages.
    hasMessages: settings.messagesUrl !== undefined,
    count: settings.requests,
    seed,
  });
  const layout = layoutFor(stdout, variables);
  if (settings.isDryRun) {
    stdout.write(drawnText(drawn, layout));
    return 0;
  }
  const keys = readKeys(left, right, flags, terminal);
  const file = jsonFile(settings.json, { folder, kind: 'fidelity score', isOfKind: isScore });
  if (file !== undefined) requireWritable(file);
  const [leftFlags, rightFlags] = flagsOfSides({ ...flags, seed, level }, left.kind, right.kind);
  const real = await ask({ side: left, flags: leftFlags, key: keys.left }, 'free', drawn, request, terminal);
  const plan = learnLimit(real.evidence).plan ?? 'free';
  const fake = await ask({ side: right, flags: rightFlags, key: keys.right }, plan, drawn, request, terminal);
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
  return withProblems(exitCodeOf(score, facts), [problem], terminal);
}

function openSides(
  targets: readonly string[],
  terminal: Terminal,
  flags: FidelityRequest['flags'],
): [left: OpenedSide, right: OpenedSide] {
  const remedy = 'Try petstore-mock fidelity https://staging.example.test/v1 fake';
  const [one, other] = targets;
  if (one === undefined || other === undefined || targets.length > 2) {
    const problem = targets.length > 2 ? 'more than two sides' : 'the service or its fake is missing';
    throw new InputError('Reading the command line', problem, remedy);
  }
  const shared = { isBaseline: false, recordedUrl: undefined };
  const left = openSide({ ...shared, position: 'left', target: one }, terminal.folder);
  const right = openSide({ ...shared, position: 'right', target: other }, terminal.folder);
  for (const side of [left, right]) {
    if (side.kind === 'url' || side.kind === 'fake') continue;
    const serve = 'Serve a profile: petstore-mock serve --profile staging.json. Then name the side fake';
    throw new InputError(`Reading ${side.target}`, 'a file receives no requests', serve);
  }
  if (left.place === right.place && !isRightKeyGiven(flags, terminal)) {
    throw new InputError('Scoring', 'both sides are the same', remedy);
  }
  return [left, right];
}

interface AskedSide {
  readonly side: OpenedSide;
  readonly flags: CheckFlags;
  readonly key: string | undefined;
}

/** Sends the drawn requests to one side. `plan` is that of the key for a fake. */
async function ask(
  { side, flags, key }: AskedSide,
  plan: PlanName,
  { within, beyond }: DrawnRequests,
  context: SuiteContext,
  terminal: Terminal,
): Promise<Gathered> {
  if (side.kind === 'profile') throw new Error('A profile receives no requests.');
  const maxRequests = within.length + beyond.length + BESIDE_DRAWN;
  const settings = checkSettingsOf(side, { ...flags, maxRequests }, plan);
  const apiKey = side.kind === 'fake' ? sampleKeyOf(plan) : key;
  const variables = { ...terminal.variables, PETSTORE_API_KEY: apiKey, PETSTORE_API_KEY_RIGHT: undefined };
  warn(terminal, `testing ${side.kind === 'fake' ? 'the fake at ' : ''}${side.place}`);
  const given = { within: within.map(({ probe }) => probe), beyond: beyond.map(({ probe }) => probe) };
  return gather({ ...settings, apiKeyFile: undefined }, context, { ...terminal, variables }, given);
}

function scoreOf({ within, beyond }: DrawnRequests, real: Gathered, fake: Gathered): Score {
  const requests = [...within, ...beyond].map(({ probe, ...drawn }) => ({ ...drawn, name: probe.name }));
  return scoreResponses(requests, real.evidence, fake.evidence);
}

function isScore(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && ['equal', 'of', 'operations', 'differences'].every((name) => name in value);
}
