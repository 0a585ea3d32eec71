import { expect, test } from 'vitest';
import { blankProfile } from '../../../tests/profile-for-tests.js';
import { type ExchangeInit, noKey, recorded, settings } from '../../../tests/recorded.js';
import { gatherEvidence } from '../../judge/judge.js';
import { petstoreJudge } from '../../judge/rules/index.js';
import { petstoreFrame, petstoreOperations } from '../../service/petstore.js';
import { defineService, type OperationEntry } from '../../service/service.js';
import { compareProfiles } from '../compare/compare-profiles.js';
import { showsService } from '../profile/shows-service.js';
import { learnLatency } from './learn-profile.js';
import { learnResponses } from './learn-responses.js';

const deleteInventory: OperationEntry = {
  id: 'deleteInventory',
  area: 'Inventory',
  method: 'DELETE',
  path: '/inventory/{petId}',
  section: '4.2',
  statement: 'delete.answers-204',
  summary: 'Deletes one pet',
  success: '204',
  responses: {
    204: { schema: undefined, description: 'Deleted' },
    404: { schema: 'Error', description: 'The requested resource could not be found' },
  },
};
const service = defineService(petstoreFrame, [...petstoreOperations, deleteInventory]);

const error = (code: string, status: number) => JSON.stringify({ code, message: 'No.', status });
const deletion = (more: ExchangeInit): ExchangeInit => ({ method: 'DELETE', path: '/inventory/7', ...more });

function learn(missing: ExchangeInit) {
  const transcript = recorded(
    { body: '[{"petId":7,"quantity":3,"status":"sold"}]' },
    deletion({ status: 204, body: '' }),
    deletion({ status: 204, body: '' }),
    deletion({ status: 401, body: error('unauthorized', 401), credential: noKey }),
    deletion(missing),
    deletion(missing),
  );
  const evidence = gatherEvidence(transcript, { ...settings, judged: { ...petstoreJudge, service } });
  return blankProfile({ responses: learnResponses(evidence, service), latency: learnLatency(evidence, service) });
}

test('learns and compares an operation that only another service has, from its description', () => {
  const left = learn({ status: 404, body: error('not_found', 404) });
  expect(showsService(left, service)).toBe(true);
  expect(left.responses['deleteInventory 204']).toMatchObject({ count: 2, body: { kind: 'none' } });
  expect(Object.keys(left.responses)).toContain('deleteInventory 401');
  expect(Object.keys(left.latency)).toEqual(['listInventory', 'deleteInventory']);

  const right = learn({ status: 404, body: '{"code":"not_found","message":"No.","status":404,"hint":"x"}' });
  const { differences } = compareProfiles({ name: 'a', profile: left }, { name: 'b', profile: right }, [], service);
  expect(differences.map(({ path }) => path)).toEqual(['response/deleteInventory/404/field/hint']);
});
