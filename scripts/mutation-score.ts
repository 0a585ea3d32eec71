/**
 * How many faulty services the suite catches, and how many conformant ones it accuses: those of the catalogue, and those
 * that a seed draws. `--write` puts the tables into docs/how-good-is-it.md. Catalogue: `--only name` tries one service, `--verbose` shows
 * what was found. Drawn services: `--services n` of them from `--seed n` on, `--survivors` names what was missed,
 * `--conformant n` runs against drawn conformant ones, `--sockets n` compares with runs over sockets, `--generated` leaves the
 * catalogue out. `--repeated n` does nothing but check a conformant service and a faulty one (`--only`) with n seeds each.
 */
import { parseArgs } from 'node:util';
import { levels } from '../src/exchange/transcript.js';
import { rules } from '../src/judge/rules/index.js';
import { conformantVariations, faultyServices } from '../tests/faulty-services/faulty-services.js';
import {
  checkRepeatedly,
  repeatedServices,
  repeatedText,
  USUAL_FAULT,
} from '../tests/faulty-services/repeated-checks.js';
import {
  type Catch,
  type FalseAlarm,
  levelsOf,
  problemsOf,
  type Run,
  runsOf,
  tryToAccuse,
  tryToCatch,
} from '../tests/faulty-services/score.js';
import { drawConformantRun } from '../tests/generated-services/draw-conformant.js';
import {
  disagreementIn,
  type Examined,
  examineAndCheck,
  falseAlarmsIn,
  rows,
} from '../tests/generated-services/score.js';
import { accusationsOf, scoreTableOf, scoreText, survivorsOf } from '../tests/generated-services/score-text.js';
import { writeBlock } from './marked-block.js';

const { values: flags } = parseArgs({
  options: {
    conformant: { type: 'string', default: '100' },
    generated: { type: 'boolean', default: false },
    only: { type: 'string' },
    repeated: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    sockets: { type: 'string', default: '0' },
    services: { type: 'string', default: '200' },
    survivors: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

const SEEDS = [1, 2, 3] as const;
const QUIET_MS = 2_000;

const [firstSeed, drawn, conformant, served, repeated] = [
  flags.seed,
  flags.services,
  flags.conformant,
  flags.sockets,
  flags.repeated,
].map(Number) as [number, number, number, number, number];
const isWanted = ({ name }: { readonly name: string }) => flags.only === undefined || name === flags.only;
const services = flags.generated ? [] : faultyServices.filter(isWanted);
const variations = flags.generated ? [] : conformantVariations.filter(isWanted);
const startedMs = Date.now();

if (![firstSeed, drawn, conformant, served, repeated].every((number) => Number.isSafeInteger(number) && number >= 0)) {
  console.error(
    "Cannot score: '--services', '--conformant', '--sockets', '--repeated' and '--seed' are whole numbers, such as 1000.",
  );
  process.exit(2);
}

if (!flags.generated && services.length + variations.length === 0) {
  console.error(
    `Cannot score: no service is named '${flags.only}'. 'npx tsx tests/faulty-services/serve.ts --list' shows all names.`,
  );
  process.exit(2);
}

if (flags.write && (flags.only !== undefined || flags.generated)) {
  console.error("Cannot score: '--write' puts down the score of all services. Leave '--only' and '--generated' out.");
  process.exit(2);
}

if (repeated > 0) {
  for (const service of repeatedServices(flags.only ?? USUAL_FAULT)) {
    console.log(repeatedText(await checkRepeatedly(service, repeated)));
  }
  process.exit();
}

const catches = await catchAll();
const { alarms, runs } = await accuseAll();
if (!flags.generated) reportCatalogue();
const examined = flags.only === undefined ? await examineDrawn() : [];
if (examined.length > 0) reportDrawn();
if (alarms.length > 0 || catches.some((each) => isMissed(each))) process.exitCode = 1;
const falseAlarms = flags.only === undefined ? await accuseDrawn() : 0;
if (flags.write) await writeTable();
if (flags.only === undefined && served > 0) await compareServed();
if (accusationsOf(examined, 'conformant').length + falseAlarms > 0) process.exitCode = 1;

function reportCatalogue(): void {
  console.log(scoreTable());
  for (const each of catches) reportCatch(each);
  for (const alarm of alarms) reportAlarm(alarm);
  reportIdleRules();
  console.log();
}

async function examineDrawn(): Promise<Examined[]> {
  const found: Examined[] = [];
  for (let index = 0; index < drawn; index++) {
    showProgress('drawn services', index, drawn);
    found.push(await examineAndCheck(firstSeed + index));
  }
  return found;
}

/** Returns how many conformant services were accused. */
async function accuseDrawn(): Promise<number> {
  let count = 0;
  for (let index = 0; index < conformant; index++) {
    showProgress('drawn conformant services', index, conformant);
    const run = drawConformantRun(firstSeed + index);
    const problems = await falseAlarmsIn(run);
    if (problems.length > 0) count++;
    for (const problem of problems.slice(0, 3)) console.log(`False alarm: ${run.name}: ${problem}`);
  }
  console.log(`\nFalse alarms: ${count} in ${conformant} runs against conformant services.`);
  return count;
}

async function compareServed(): Promise<void> {
  const disagreements: string[] = [];
  for (let index = 0; index < served; index++) {
    showProgress('services over sockets', index, served);
    disagreements.push(...[(await disagreementIn(firstSeed + index)) ?? []].flat());
  }
  for (const disagreement of disagreements) console.log(disagreement);
  console.log(`Over sockets: the same verdict for ${served - disagreements.length} of ${served} services.`);
}

function reportDrawn(): void {
  console.log(scoreText(examined));
  for (const accusation of accusationsOf(examined, 'conformant')) console.log(`False alarm: ${accusation}`);
  if (!flags.survivors) return;
  for (const accusation of accusationsOf(examined, 'open')) console.log(`Accused, though open: ${accusation}`);
  for (const row of rows) {
    console.log(`\nMissed by ${row.name}:`);
    for (const survivor of survivorsOf(examined, row)) console.log(`  ${survivor}`);
  }
}

async function catchAll(): Promise<Catch[]> {
  const found: Catch[] = [];
  for (const [index, service] of services.entries()) {
    showProgress('faulty services', index, services.length);
    for (const level of levelsOf(service)) {
      for (const isExclusive of [true, false])
        found.push(await tryToCatch(service, { level, isExclusive, seed: SEEDS[0] }));
    }
  }
  return found;
}

async function accuseAll(): Promise<{ alarms: FalseAlarm[]; runs: number }> {
  const found: FalseAlarm[] = [];
  let count = 0;
  for (const [index, variation] of variations.entries()) {
    showProgress('conformant services', index, variations.length);
    for (const run of runsOf(variation, SEEDS)) {
      count++;
      const alarm = await tryToAccuse(variation, run);
      if (alarm !== undefined) found.push(alarm);
    }
  }
  return { alarms: found, runs: count };
}

function showProgress(what: string, done: number, all: number): void {
  if (!process.stderr.isTTY || Date.now() - startedMs < QUIET_MS) return;
  process.stderr.write(`\r\u001b[K${what}: ${done} of ${all}`);
  if (done === all - 1) process.stderr.write('\r\u001b[K');
}

/**
 * Where the suite is not alone, a fault that somebody else could explain may pass unseen; and a higher level has less room
 * for what a lower one repeats.
 */
function isMissed({ isCaught, run, service }: Catch): boolean {
  return run.isExclusive && run.level === service.seenAt && !isCaught;
}

function scoreTable(): string {
  const lines = levels.map((level) => {
    const caught = (isExclusive: boolean) => {
      const tried = catches.filter(({ run }) => run.level === level && run.isExclusive === isExclusive);
      return `${tried.filter(({ isCaught }) => isCaught).length} of ${tried.length}`;
    };
    return `| \`${level}\` | ${caught(true)} | ${caught(false)} | ${alarms.filter(({ run }) => run.level === level).length} |`;
  });
  return [
    '| level | faulty services caught with `--exclusive` | caught without | false alarms |',
    '|---|---|---|---|',
    ...lines,
    '',
    `False alarms are counted in ${runs} runs against ${variations.length} conformant services.`,
  ].join('\n');
}

function reportCatch(each: Catch): void {
  const { service, run, by, verdicts } = each;
  if (run.isExclusive && !each.isCaught) {
    const others = by.length === 0 ? 'nothing' : by.join(', ');
    console.log(
      `Not caught (${describe(run)}): ${service.name}; expected ${service.caughtBy.join(' or ')}, found by ${others}`,
    );
  }
  if (!flags.verbose) return;
  console.log(`${service.name} (${describe(run)}): ${by.join(', ') || 'nothing found'}`);
  for (const problem of problemsOf(verdicts)) console.log(`  ${problem}`);
  if (flags.only !== undefined) reportVerdicts(verdicts);
}

function reportVerdicts(verdicts: Catch['verdicts']): void {
  for (const { rule, outcome, reason } of verdicts) console.log(`  ${outcome.padEnd(12)} ${rule.id}  ${reason ?? ''}`);
}

function reportAlarm({ variation, run, by, problems }: FalseAlarm): void {
  console.log(`False alarm (${describe(run)}): ${variation.name}: ${by.join(', ') || 'stock left changed'}`);
  if (flags.verbose) for (const problem of problems) console.log(`  ${problem}`);
}

function describe({ level, isExclusive, seed }: Run): string {
  return `${level}, ${isExclusive ? 'exclusive' : 'shared'}, seed ${seed}`;
}

function reportIdleRules(): void {
  const busy = new Set(catches.flatMap(({ by }) => by));
  const idle = rules.map(({ id }) => id).filter((id) => !busy.has(id));
  if (flags.only === undefined && idle.length > 0) console.log(`Rules that catch nothing: ${idle.join(', ')}`);
}

async function writeTable(): Promise<void> {
  const drawnScore = `${scoreTableOf(examined)}\n\nFalse alarms: ${falseAlarms} in ${conformant} runs against drawn conformant services.`;
  await writeBlock('docs/how-good-is-it.md', 'mutation-score', `${scoreTable()}\n\n${drawnScore}`);
}
