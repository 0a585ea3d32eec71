/**
 * How much of what conformant services respond their fakes respond, too: draws services that differ in two to four ordinary ways at
 * once, learns each at a level, and sends drawn requests to it and to the fake of its profile. `--services n` draws more of them,
 * `--singles` scores each way by itself instead, and `--catalogue` the conformant services of other tests. `--level` and `--only name` restrict that, `--seed n` and `--requests n` draw others,
 * `--verbose` shows both responses to each request that differ. `--write` puts the table into docs/how-good-is-it.md. Ends with exit
 * code 1 if a share of all services is below what the docs promise.
 */
import { parseArgs } from 'node:util';
import { type Level, levels } from '../src/exchange/transcript.js';
import { groupBy } from '../src/json/group-by.js';
import { operationIds } from '../src/service/petstore.js';
import { type Mask, masks } from '../tests/fidelity/score/compare-pair.js';
import { drawMixture, singleVariations } from '../tests/fidelity/score/mixtures.js';
import { scoreFake } from '../tests/fidelity/score/score-fake.js';
import {
  countAspects,
  type ScoredResponse,
  type Share,
  shareOf,
  sharesByOperation,
} from '../tests/fidelity/score/score-responses.js';
import { beyondChoices, scoredServices } from '../tests/fidelity/score/scored-services.js';
import { writeBlock } from './marked-block.js';

const { values: flags } = parseArgs({
  options: {
    level: { type: 'string' },
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    requests: { type: 'string', default: '154' },
    services: { type: 'string', default: '100' },
    singles: { type: 'boolean', default: false },
    catalogue: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

/** Percent of equal responses that a level must reach over all services, and each operation at every level. */
const LEAST: Readonly<Record<Level, number>> = { read: 97, write: 97, exhaust: 97 };
const LEAST_OF_OPERATION = 95;
const WORST_SHOWN = 5;

/** Characters of a body. */
const SHOWN = 200;

// No choice describes the others: a fake cannot respond as they do.
const described = scoredServices.filter(({ name }) => beyondChoices[name] === undefined);
const drawn = Array.from({ length: Number(flags.services) }, (_, index) => drawMixture(Number(flags.seed) + index));
const all = flags.singles ? singleVariations() : flags.catalogue ? described : drawn;
const services = all.filter(({ name }) => flags.only === undefined || name.includes(flags.only));

if (flags.write && (flags.only !== undefined || flags.level !== undefined || flags.singles || flags.catalogue)) {
  console.error(
    "Cannot score: '--write' puts down the score of all drawn services at all levels. Leave '--only', '--level', '--singles' and '--catalogue' out.",
  );
  process.exit(2);
}

const rows: string[] = [];
for (const level of levels.filter((each) => flags.level === undefined || each === flags.level)) await score(level);
if (flags.write) await writeTable();

async function score(level: Level): Promise<void> {
  const all: ScoredResponse[] = [];
  const masked = new Map<Mask, number>();
  const ofServices: (readonly [string, Share])[] = [];
  let unsent = 0;
  for (const [index, service] of services.entries()) {
    const draw = { seed: Number(flags.seed) + index, count: Number(flags.requests) };
    const result = await scoreFake(service, level, draw);
    all.push(...result.responses);
    ofServices.push([service.name, shareOf(result.responses)]);
    unsent += result.unsent;
    for (const [mask, count] of Object.entries(result.masked) as [Mask, number][]) {
      masked.set(mask, (masked.get(mask) ?? 0) + count);
    }
    const aspects = countAspects(result.responses).map(([aspect, count]) => `${aspect} ${count}`);
    console.log(`${percent(shareOf(result.responses)).padStart(6)}  ${service.name}  ${aspects.join(', ')}`);
    if (flags.verbose) for (const response of result.responses) show(response);
  }
  console.log(
    `\n${level}: ${percent(shareOf(all))} of ${all.length} responses; ${unsent} requests were not sent to both`,
  );
  for (const [operation, share] of sharesByOperation(all)) {
    console.log(`  ${operation.padEnd(16)} ${percent(share).padStart(6)} of ${share.of}`);
  }
  printWorst('service', ofServices);
  const classes = [...groupBy(all, ({ operation, faults }) => `${operation}: ${faults.join(' and ') || 'valid'}`)];
  printWorst(
    'request class',
    classes.map(([name, own]) => [name, shareOf(own)]),
  );
  const shares = sharesByOperation(all);
  // A single service may be below.
  if (flags.only === undefined) requireShares(level, shareOf(all), shares);
  rows.push(
    `| \`${level}\` | ${[shareOf(all), ...[...operationIds, 'other' as const].map((id) => shares.get(id))].map((share) => (share ? percent(share) : '–')).join(' | ')} |`,
  );
  for (const [aspect, count] of countAspects(all)) console.log(`${String(count).padStart(8)}  ${aspect}`);
  for (const [mask, count] of masked) console.log(`Not compared in ${count}: ${masks[mask]}`);
}

function printWorst(what: string, shares: readonly (readonly [string, Share])[]): void {
  const rate = ({ equal, of }: Share) => equal / of;
  const worst = shares
    .filter(([, share]) => share.equal < share.of)
    .sort(([, one], [, other]) => rate(one) - rate(other));
  for (const [name, share] of worst.slice(0, WORST_SHOWN)) {
    console.log(`Worst ${what}: ${percent(share)} of ${share.of}, ${name}`);
  }
}

function requireShares(level: Level, whole: Share, ofOperations: ReadonlyMap<string, Share>): void {
  const due = [
    [level, whole, LEAST[level]] as const,
    ...[...ofOperations].map((each) => [...each, LEAST_OF_OPERATION] as const),
  ];
  for (const [name, share, least] of due) {
    if ((100 * share.equal) / share.of >= least) continue;
    console.error(`${name}: ${percent(share)} of ${share.of} responses are equal; at least ${least} % must be.`);
    process.exitCode = 1;
  }
}

/** Never rounded up to 100. */
function percent({ equal, of }: Share): string {
  return `${(Math.floor((1_000 * equal) / of) / 10).toFixed(1)} %`;
}

function show({ aspects, faults, left, right }: ScoredResponse): void {
  if (aspects.length === 0) return;
  const { method, url, headers, body = '' } = left.exchange.request;
  const sent = headers
    .filter(([name]) => /^(?:authorization|content-type)$/i.test(name))
    .map((header) => header.join(': '));
  console.log(`\n  ${method} ${url} (${faults.join(' and ') || 'valid'}) ${sent.join(', ')} ${body.slice(0, SHOWN)}`);
  console.log(`    ${aspects.join(', ')}`);
  for (const { exchange } of [left, right]) {
    const { status, headers: all = [], body: received } = exchange.response ?? {};
    const shown = all
      .filter(([name]) => aspects.includes(`header ${name.toLowerCase()}`))
      .map((header) => header.join(': '));
    console.log(
      `    ${status} ${shown.join(', ')} ${received?.kind === 'text' ? received.text.slice(0, SHOWN) : received?.kind}`,
    );
  }
}

async function writeTable(): Promise<void> {
  const table = [
    `| learned at | all | ${operationIds.join(' | ')} | other |`,
    `|${'---|'.repeat(operationIds.length + 3)}`,
    ...rows,
    '',
    `Share of equal responses, of ${services.length} drawn services, which differ in two to four ordinary ways at once, and their fakes, to ${flags.requests} random requests each (\`--seed ${flags.seed}\`).`,
  ].join('\n');
  await writeBlock('docs/how-good-is-it.md', 'fidelity', table);
}
