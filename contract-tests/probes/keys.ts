import type { Operation, Service } from '../../src/service/service.js';
import { clients } from './clients.js';
import { type KeyTarget, type OperationProbes, type Probe, type ProbeCredential, probe } from './probe.js';

type Form = Exclude<ProbeCredential, 'key' | 'none'>;
type Rounds = readonly (readonly [turn: number, forms: readonly Form[]])[];

/** What is sent instead of a good key. In a round each operation gets another form; `elsewhere` and `beside` hold several. */
const readRounds: Rounds = [
  // It is wrong in each part but the one that some services look at.
  [10, ['key with another end', 'mistaken key 1', 'basic']],
  [11, ['elsewhere']],
  [36.1, ['prefix of the key', 'mistaken key 3', 'mistaken key 2']],
  [37, ['empty key', 'key and a character', 'bare']],
  [48, ['wrong key', 'token', 'empty header']],
  [49, ['tail', 'key in another case', 'user']],
  [60, ['quotes', 'apikey', 'query']],
  [45, ['mistaken key 5', 'beside', 'comma']],
  [46, ['mistaken key 6', 'mistaken key 7', 'mistaken key 8']],
  [59, ['mistaken key 9', 'mistaken key 10', 'mistaken key 11']],
  [66, ['mistaken key 12', 'mistaken key 13', 'twice']],
  [67, ['mistaken key 4', 'mistaken key 14', 'mistaken key 15']],
  [67, ['mistaken key 16', 'mistaken key 17', 'mistaken key 18']],
  [67, ['mistaken key 19']],
  [70, ['header', 'cookie']],
];
/** At level `read` such requests are wrong in another way, too: they show less. */
const writeRounds: Rounds = [
  [12, ['key in another case', 'prefix of the key']],
  [37.2, ['mistaken key 4']],
  [38, ['elsewhere', 'beside']],
  [43, ['mistaken key 14', 'mistaken key 15']],
  [48, ['wrong key', 'key with another end']],
  [49, ['basic', 'empty key']],
  [56, ['mistaken key 16', 'mistaken key 17']],
  [60, ['key and a character', 'comma']],
  [61, ['bare', 'tail']],
  [62, ['mistaken key 18', 'mistaken key 19']],
  [70, ['twice', 'token', 'empty header', 'quotes', 'user', 'apikey', 'body', 'query', 'header', 'cookie']],
];
/** The turn of requests without any key, and how many turns later further operations get the same form. */
const WITHOUT_KEY = 2.1;
/** After the first update, which would hide that it changed the stock. */
const WRITE_WITHOUT_KEY = 5.1;
const NEXT_OPERATION = 12;

/** Errors come in each coding, too. */
const codings: Readonly<Record<string, Probe['coding']>> = {
  'key with another end': 'identity',
  basic: 'gzip',
  'key in another case': 'none',
};

/** Frameworks redirect browsers, and whatever does not ask for JSON, to a page to log in. */
const keyless = [undefined, clients.acceptsAnything, clients.acceptsPages];

const inWords: Readonly<Record<string, string>> = {
  none: 'without a key',
  'empty key': 'with an empty key',
  'empty header': 'with an empty header',
};

export function keyProbes(service: Service, byOperation: Readonly<Record<string, OperationProbes>>): Probe[] {
  const operations = Object.values(service.operations);
  return [false, true].flatMap((isWrite) => {
    const alike = operations.filter((operation) => operation.isWrite === isWrite);
    return alike.flatMap((operation, place) =>
      (byOperation[operation.id]?.keyTargets ?? [usualTarget(operation)]).flatMap((target) => [
        withForm('none', (isWrite ? WRITE_WITHOUT_KEY : WITHOUT_KEY) + place / 10, 0, operation, {
          ...target,
          ...(!isWrite && { client: keyless[place % keyless.length] }),
          // Beside them, the same operations are sent with the key.
          ...(!isWrite && place < 2 && { together: 'reads' }),
        }),
        ...(isWrite ? writeRounds : readRounds).flatMap(([first, forms]) =>
          forms.flatMap((form, index) => {
            // A query and a body of its own would be two changes at once.
            if (form === 'body' && target.body === undefined) return [];
            const later = (place + index) % Math.max(forms.length, alike.length);
            // Of the many mistakes, each is made once.
            if (later !== 0 && form.startsWith('mistaken')) return [];
            return withForm(form, first + (later === 0 ? 0 : 30 + NEXT_OPERATION * later), index, operation, target);
          }),
        ),
      ]),
    );
  });
}

function withForm(
  form: Form | 'none',
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
