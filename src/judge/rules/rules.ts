import type { Rule } from '../rule.js';
import { bodyRules } from './body-rules.js';

/** The catalogue, in the order of reports. */
export const rules: readonly Rule[] = [...bodyRules];
