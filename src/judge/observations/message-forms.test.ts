import { expect, it } from 'vitest';
import { recorded, settings } from '../../../tests/recorded.js';
import { gatherEvidence } from '../evidence.js';
import { messageObservers } from './messages.js';

const { 'created-at-format': createdAtFormat, 'message-id-format': messageIdFormat } = messageObservers;

const sent = (...bodies: readonly object[]) =>
  gatherEvidence(
    recorded(
      ...bodies.map((body) => ({
        method: 'POST',
        path: '/messages',
        requestHeaders: { 'Content-Type': 'application/json' },
        sends: '{"message":"hello"}',
        body: { message: 'hello', status: 'queued', ...body },
      })),
    ),
    settings,
  );

it('reports the format of ids, and quotes no id in its note', () => {
  const { choice, note, readings } = messageIdFormat(
    sent({ id: 'acme_c8ae0d1519715fde' }, { id: 'acme_d60f19aa5210e702' }, { id: 'acme_e702b51e8486d60f' }),
  );
  expect(choice).toEqual({ prefix: 'acme_', characters: 'hex', length: 16 });
  expect(note).toBe('3 ids: a word, then hex of 16');
  expect(readings).toHaveLength(3);
});

it('counts a repeated id once', () => {
  const again = { id: 'c8ae0d1519715fde400f4243' };
  expect(messageIdFormat(sent(again, again))).toMatchObject({ choice: undefined, readings: [{ number: 1 }] });
  expect(messageIdFormat(sent(again, again)).note).toBe('1 id: too few, or not of a form that a fake creates');
  expect(messageIdFormat(sent({})).note).toBe('no response to a message had an id');
});

it('reports the format of createdAt', () => {
  const { choice, note } = createdAtFormat(sent({ createdAt: '20261121T120000.5+0100' }));
  expect(choice).toBe('20260131T093000.0+0100');
  expect(note).toBe('createdAt of 1 message: like 20260131T093000.0+0100');
  expect(createdAtFormat(sent({ createdAt: 'today' })).choice).toBeUndefined();
  expect(createdAtFormat(sent({})).note).toBe('no response to a message had a createdAt');
});

it('concludes no format from one createdAt without a fraction', () => {
  const whole = { createdAt: '2026-11-21T12:00:00Z' };
  expect(createdAtFormat(sent(whole)).choice).toBeUndefined();
  expect(createdAtFormat(sent(whole, whole)).choice).toBe('2026-01-31T09:30:00Z');
});
