import type { Fail } from './har-in.js';
