/**
 * Runs the cases through the named `expect`, and prints the message of each. It is a separate process, since the `expect` of
 * jest stores its matchers in the same place as vitest.
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
