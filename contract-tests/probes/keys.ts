import type { Operation, Service } from '../../src/service/service.js';
import { type KeyTarget, type OperationProbes, type Probe, type ProbeCredential, probe } from './probe.js';

/**
 * What is sent instead of a good key, with the turn of the first operation that gets it, and how many turns later each further one
 * follows. Two of them hold several others in one request, unless a service rejects what it does not know before it looks at the key.
 */
const forms: readonly (readonly [turn: number, step: number, form: Exclude<ProbeCredential, 'key'>])[] = [
  [2.1, 0.1, 'none'],
  [10, 3, 'wrong key'],
  [11, 6, 'elsewhere'],
  [12, 6, 'beside'],
  [13, 9, 'prefix of the key'],
  [13, 9, 'basic'],
  [14, 9, 'empty key'],
  [14, 9, 'key and a character'],
  [40, 9, 'comma'],
  [40, 9, 'bare'],
  [40, 9, 'key with another end'],
  [45, 9, 'tail'],
  [45, 9, 'key in another case'],
  [50, 9, 'token'],
  [50, 9, 'user'],
  [55, 9, 'apikey'],
  [55, 9, 'quotes'],
  [60, 9, 'empty header'],
  [60, 9, 'body'],
  [60, 9, 'query'],
  [70, 9, 'header'],
  [70, 9, 'cookie'],
];

/** Errors come in each coding, too. */
const codings: Readonly<Record<string, Probe['coding']>> = {
  'wrong key': 'identity',
  basic: 'gzip',
  'prefix of the key': 'none',
};

const inWords: Readonly<Record<string, string>> = {
  none: 'without a key',
  'empty key': 'with an empty key',
  'empty header': 'with an empty header',
};

/** Returns requests without a good key: every form at every operation. A form begins with another operation than the one before it. */
export function keyProbes(service: Service, byOperation: Readonly<Record<string, OperationProbes>>): Probe[] {
  const targets = Object.values(service.operations).flatMap((operation) =>
    (byOperation[operation.id]?.keyTargets ?? [usualTarget(operation)]).map((target) => ({ operation, target })),
  );
  return forms.flatMap(([turn, step, form], index) =>
    targets.flatMap(({ operation, target }, place) => {
      // A query and a body of its own would be two changes at once.
      if (form === 'body' && target.body === undefined) return [];
      const later = (place + index) % targets.length;
      return withForm(form, turn + step * later, index, operation, target);
    }),
  );
}

function withForm(
  form: Exclude<ProbeCredential, 'key'>,
  turn: number,
  index: number,
  { method, path, pathId }: Operation,
  { name, level, ...target }: KeyTarget,
): Probe {
  const why = `401 ${inWords[form] ?? 'with anything but the key as bearer token'}`;
  const isOfPet = pathId !== undefined && target.path === undefined && form !== 'none';
  return probe(level, turn, `${name}-with-${form.replaceAll(' ', '-')}`, `${method} ${path}`, why, {
    ...target,
    credential: form,
    coding: codings[form],
    expects: 401,
    ...(isOfPet && { prefers: index }),
  });
}

/** What an operation that changes something gets names no pet, so that a service which accepts it changes none. */
function usualTarget({ id, isWrite, path, pathId, requestSchema, address }: Operation): KeyTarget {
  return {
    name: id,
    level: 'read',
    ...(isWrite && pathId !== undefined && { path: path.replace(`{${pathId}}`, '{unlistedId}') }),
    ...(requestSchema !== undefined && { body: '{}' }),
    ...(address === 'messages' && { needs: 'messages' }),
  };
}
