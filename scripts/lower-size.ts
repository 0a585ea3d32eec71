/** Lowers the budget in tests/house/size.json to what is measured, and drops rooms that are gone. Never raises it. */
import { writeFileSync } from 'node:fs';
import { type Allowed, BUDGET_FILE, measuredSizes, mostOf, readBudget } from '../tests/house/size.js';

const measured = measuredSizes();
const budget: Record<string, Allowed> = {};
for (const [name, allowed] of Object.entries(readBudget())) {
  const size = measured[name];
  if (size === undefined) continue;
  const most = Math.min(size, mostOf(allowed));
  budget[name] = typeof allowed === 'number' ? most : { ...allowed, most };
  if (most < mostOf(allowed)) console.log(`${name}: ${mostOf(allowed)} → ${most}`);
  if (most < size) console.log(`${name} has ${size}: more than its budget of ${most}`);
}
writeFileSync(BUDGET_FILE, `${JSON.stringify(budget, undefined, 2)}\n`);
