import { type OperationId, operationIds, operations } from '../../spec/operations.js';
import type { StatementId } from '../../spec/statements.js';
import type { Evidence } from '../evidence.js';
import { broken, kept, type Note, untold } from '../note.js';
import type { Reading } from '../reading.js';
import { judgeRefusals } from '../refused-writes.js';
import type { Rule } from '../rule.js';
import { ordinaryReadings, statusInWords, whyStatusTellsNothing } from './ordinary-answers.js';
import { mayBeRefusedOtherwise } from './refusable-requests.js';

/** Where the table of an operation names the 401, it is quoted too. */
const answers401: Readonly<Partial<Record<OperationId, readonly StatementId[]>>> = {
  listInventory: ['inventory.answers-401', 'auth.inventory-uses-http-bearer'],
  updateInventory: ['update.answers-401', 'auth.inventory-uses-http-bearer'],
  sendMessage: ['messages.answers-401', 'messages.request-headers'],
};

/** Who is let in (§5). */
export const authRules: readonly Rule[] = [
  ...operationIds.map(requireKey),
  {
    id: 'auth/invalid-key',
    title: 'A key that does not exist is answered 401',
    statements: ['auth.missing-or-invalid-key-answers-401', 'errors.401'],
    severity: 'documented',
    class: 'read',
    judge: judgeMadeUpKeys,
  },
  {
    id: 'auth/scheme',
    title: 'A key that is no bearer token, sent as Basic credentials or in the query alone, is answered 401',
    statements: ['auth.every-operation-requires-bearer', 'auth.every-operation-needs-authorization-header'],
    severity: 'documented',
    class: 'read',
    judge: judgeMisplacedKeys,
  },
  {
    id: 'auth/refused-changes-nothing',
    title: 'An update that is answered 401 changes nothing',
    statements: ['auth.missing-or-invalid-key-answers-401', 'update.answers-401'],
    severity: 'implied',
    class: 'write',
    operations: ['updateInventory'],
    judge: (evidence) => judgeRefusals(evidence, ({ status }) => status === 401),
  },
];

function requireKey(operation: OperationId): Rule {
  const { method, path } = operations[operation];
  return {
    id: `auth/required/${operation}`,
    title: `${method} ${path} without a key is answered 401`,
    statements: [
      'auth.missing-or-invalid-key-answers-401',
      'auth.every-operation-requires-bearer',
      'auth.every-operation-needs-authorization-header',
      'errors.401',
      ...(answers401[operation] ?? []),
    ],
    severity: 'documented',
    class: 'read',
    operations: [operation],
    judge: (evidence) => judgeKeyless(operation, evidence),
  };
}

function* judgeKeyless(operation: OperationId, evidence: Evidence): Iterable<Note> {
  for (const reading of ordinaryReadings(evidence)) {
    if (reading.operation !== operation || reading.credential.kind !== 'none') continue;
    yield judgeRefusal(reading, 'a request without a key', evidence);
  }
}

function* judgeMadeUpKeys(evidence: Evidence): Iterable<Note> {
  for (const reading of ordinaryReadings(evidence)) {
    const { credential } = reading;
    if (credential.kind !== 'bearer' || credential.standing !== 'made-up') continue;
    yield judgeRefusal(reading, 'a request with a key that does not exist', evidence);
  }
}

function* judgeMisplacedKeys(evidence: Evidence): Iterable<Note> {
  for (const reading of ordinaryReadings(evidence)) {
    const { credential } = reading;
    if (credential.kind !== 'misplaced') continue;
    const isOpen = evidence.readings.some((other) => isAnsweredSoWithoutKey(reading, other));
    if (isOpen) yield untold(reading, 'the operation is answered so without a key, too');
    else {
      const place = credential.where === 'basic' ? 'as Basic credentials' : 'in the query alone';
      yield judgeRefusal(reading, `a request with the key ${place}`, evidence);
    }
  }
}

function isAnsweredSoWithoutKey({ operation, status }: Reading, other: Reading): boolean {
  const isKeyless = other.credential.kind === 'none' && other.operation === operation && other.status !== undefined;
  return isKeyless && other.status === status && status !== 401;
}

/** Judges an answer that has to be 401. */
function judgeRefusal(reading: Reading, request: string, evidence: Evidence): Note {
  const why = whyStatusTellsNothing(reading);
  if (why !== undefined) return untold(reading, why);
  if (reading.status === 401) return kept(reading);
  const received = statusInWords(reading);
  if (mayBeRefusedOtherwise(reading, evidence)) {
    return untold(reading, `answered ${received}, which may have a reason other than the key`);
  }
  return broken(reading, { problem: `${request} was answered ${received}`, expected: '401 with an Error', received });
}
