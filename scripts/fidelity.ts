/**
 * How much of what conformant services respond their fakes respond, too: learns each service at a level, and sends drawn requests to
 * it and to the fake of its profile. `--level` and `--only name` restrict that, `--seed n` and `--requests n` draw others,
 * `--verbose` shows both responses to each request that differ.
 */
import { parseArgs } from 'node:util';
import { type Level, levels } from '../src/exchange/transcript.js';
import { type Mask, masks } from '../src/fidelity/score/compare-pair.js';
import {
  countAspects,
  type ScoredResponse,
  type Share,
  shareOf,
  sharesByOperation,
} from '../src/fidelity/score/score-responses.js';
import { createService } from '../tests/conformant-service/create-service.js';
import { conformantVariations } from '../tests/faulty-services/faulty-services.js';
import { deployments, plainDeployment } from '../tests/fidelity/deployments.js';
import { pairs } from '../tests/fidelity/pairs.js';
import { type ScoredService, scoreFake } from '../tests/fidelity/score.js';

const { values: flags } = parseArgs({
  options: {
    level: { type: 'string' },
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    requests: { type: 'string', default: '154' },
    verbose: { type: 'boolean', default: false },
  },
});

/** Characters of a body. */
const SHOWN = 200;

const services: ScoredService[] = [
  ...Object.entries(deployments).map(([name, traits]) => ({
    name,
    plan: traits.plan,
    make: () => createService(traits),
  })),
  ...pairs.map(({ question, right }, index) => {
    const traits = { ...plainDeployment, ...right };
    return { name: `${question} (${index + 1})`, plan: traits.plan, make: () => createService(traits) };
  }),
  // Without other users, whom no fake imitates, and without thousands of pets, which only take long.
  ...conformantVariations.filter(({ isShared, name }) => !isShared && name !== 'the store has 5,000 pets'),
].filter(({ name }) => flags.only === undefined || name.includes(flags.only));

/** How much is shown of a body, in characters. */
for (const level of levels.filter((each) => flags.level === undefined || each === flags.level)) await score(level);

async function score(level: Level): Promise<void> {
  const all: ScoredResponse[] = [];
  const masked = new Map<Mask, number>();
  let unsent = 0;
  for (const [index, service] of services.entries()) {
    const draw = { seed: Number(flags.seed) + index, count: Number(flags.requests) };
    const result = await scoreFake(service, level, draw);
    all.push(...result.responses);
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
  for (const [aspect, count] of countAspects(all)) console.log(`${String(count).padStart(8)}  ${aspect}`);
  for (const [mask, count] of masked) console.log(`Not compared in ${count}: ${masks[mask]}`);
}

function percent({ equal, of }: Share): string {
  return `${((100 * equal) / of).toFixed(1)} %`;
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
