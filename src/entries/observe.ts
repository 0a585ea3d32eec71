export type { Verdict } from '../judge/judge.js';
export { type ObservedPetstore, observePetstore } from '../observe/observe-petstore.js';
export type { ExpectOptions, ObservedService, ObserveOptions, Violation } from '../observe/observe-service.js';
