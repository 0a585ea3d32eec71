import type { Behaviour } from '../src/spec/behaviour.js';
import type { Operation } from '../src/spec/operations.js';

/** Answers the methods that an operation's path takes, as `Allow` lists them (RFC 9110 §10.2.1). */
export function allowedMethods({ method }: Operation, behaviour: Behaviour): string[] {
  const methods: string[] = [method];
  if (method === 'GET' && behaviour['head-requests'] === 'as-get') methods.push('HEAD');
  const options = behaviour['plain-options'];
  if (options === 200 || options === 204) methods.push('OPTIONS');
  return methods;
}
