/**
 * Shows one drawn service: what is wrong with it, what the oracle saw, and what the suite reports.
 * `npx tsx tests/generated-services/show.ts <seed>`; with `--conformant` what it reports in a conformant one.
 */
import { parseArgs } from 'node:util';
import { drawConformantRun } from './draw-conformant.js';
import { drawService } from './draw-service.js';
import { examine } from './oracle.js';
import { falseAlarmsIn, problemsIn, rows } from './score.js';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { conformant: { type: 'boolean', default: false } },
});
const seed = Number(positionals[0]);

if (Number.isSafeInteger(seed)) await (flags.conformant ? showConformant() : show());
else {
  console.error('Cannot show a service: give its seed, a whole number such as 17.');
  process.exitCode = 2;
}

async function show(): Promise<void> {
  const service = drawService(seed);
  const { stock, quota, ...others } = service.traits;
  const pets = (stock ?? []).map(({ petId, quantity, status }) => `${petId} (${quantity}, ${status})`);
  console.log(service.name);
  console.log(`Pets: ${pets.join('; ')}`);
  console.log(`Limits: ${quota?.perMinute} a minute, ${quota?.perDay} a day`);
  for (const [name, value] of Object.entries(others)) {
    if (typeof value !== 'function') console.log(`${name}: ${String(value)}`);
  }
  console.log('Oracle:', examine(service));
  for (const { name, options } of rows) {
    console.log(`\n${name}:`);
    for (const problem of await problemsIn(service, options)) console.log(`  ${problem}`);
  }
}

async function showConformant(): Promise<void> {
  const run = drawConformantRun(seed);
  const { name, level, isExclusive, maxRequests = 'as usual' } = run;
  console.log(name);
  console.log(`Level ${level}, ${isExclusive ? 'exclusive' : 'shared'}, requests: ${maxRequests}`);
  for (const problem of await falseAlarmsIn(run)) console.log(`  ${problem}`);
}
