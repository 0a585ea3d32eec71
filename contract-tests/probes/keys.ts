import type { Operation, Service } from '../../src/service/service.js';
import { type KeyTarget, type OperationProbes, type Probe, type ProbeCredential, probe } from './probe.js';

/**
 * What is sent instead of a good key, beside nothing at all. Five of them make a round, in which each operation gets another one: so few
 * requests show both what a service accepts and what each operation responds. `elsewhere` and `beside` hold several others in one
 * request, unless a service rejects what it does not know before it looks at the key.
 */
const rounds: readonly (readonly [turn: number, forms: readonly Exclude<ProbeCredential, 'key' | 'none'>[]])[] = [
  [10, ['wrong key', 'elsewhere', 'beside', 'prefix of the key', 'key and a character']],
  [37, ['empty key', 'key with another end', 'elsewhere', 'beside', 'basic']],
  [48, ['bare', 'comma', 'token', 'empty header', 'quotes']],
  [60, ['user', 'apikey', 'body', 'query', 'header']],
  [70, ['cookie', 'tail', 'key in another case']],
];
/** The turn of requests without any key, and how many turns later further operations get the same form. */
const WITHOUT_KEY = 2.1;
const NEXT_OPERATION = 12;

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

/** Returns requests without a good key: every form at every operation, at its earliest turn. */
export function keyProbes(service: Service, byOperation: Readonly<Record<string, OperationProbes>>): Probe[] {
  const operations = Object.values(service.operations);
  const probes = operations.flatMap((operation, place) =>
    (byOperation[operation.id]?.keyTargets ?? [usualTarget(operation)]).flatMap((target) => [
      withForm('none', WITHOUT_KEY + place / 10, 0, operation, target),
      ...rounds.flatMap(([first, forms]) =>
        forms.flatMap((form, index) => {
          // A query and a body of its own would be two changes at once.
          if (form === 'body' && target.body === undefined) return [];
          const later = (place + index) % Math.max(forms.length, operations.length);
          return withForm(form, first + (later === 0 ? 0 : 30 + NEXT_OPERATION * later), index, operation, target);
        }),
      ),
    ]),
  );
  const byTurn = probes.sort((one, other) => one.turn - other.turn);
  return byTurn.filter(({ name }, at) => byTurn.findIndex((each) => each.name === name) === at);
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
