export type { Verdict } from '../judge/judge.js';
export type { ObserveOptions } from '../observe/observe-options.js';
export { type ObservedPetstore, observePetstore } from '../observe/observe-petstore.js';
export type { ExpectOptions, ObservedService } from '../observe/observe-service.js';
export type { Violation } from '../observe/violations.js';
