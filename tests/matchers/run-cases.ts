/**
 * Runs the cases through the `expect` that is named, and prints what each of them said. A process of its own, since the `expect` of
 * jest keeps its matchers where vitest has its own.
 */
import { petstoreMatchers } from '../../src/entries/matchers.js';
import { cases } from './cases.js';
import { type AnyExpect, messageOf } from './matcher-case.js';

const [name = 'expect'] = process.argv.slice(2);
const { expect } = await import(name);
expect.extend(petstoreMatchers);
const told: Record<string, string | null> = {};
for (const each of cases) told[each.title] = (await messageOf(each, expect as AnyExpect)) ?? null;
process.stdout.write(JSON.stringify(told));
