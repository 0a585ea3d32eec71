import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeMessageId } from '../../mocks/messages.js';
import { writeMoment } from '../../mocks/write-moment.js';
import { formatOfIds, formOfMoments } from '../../src/judge/observations/messages.js';
import { isIso8601 } from '../../src/spec/dates.js';
import { parseBehaviour } from '../../src/spec/validation/parse-behaviour.js';

const runs = { seed: 20_261_121, numRuns: 500 };
const anyMs = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2100, 0) });

const alphabets = ['hex', 'HEX', 'base36', 'BASE36', 'base62', 'base64url'] as const;
const anyForm = fc.oneof(
  fc.record({ characters: fc.constantFrom('number', 'uuid', 'ulid') }),
  fc.record({ characters: fc.constantFrom(...alphabets), length: fc.integer({ min: 8, max: 64 }) }),
  fc.record({ characters: fc.constant('digits' as const), length: fc.integer({ min: 11, max: 64 }) }),
);
const anyFormat = fc.oneof(
  fc.constant('uri' as const),
  fc
    .tuple(fc.constantFrom({}, { prefix: 'msg_' }, { prefix: 'Note-' }), anyForm)
    .map(([prefix, form]) => ({ ...prefix, ...form })),
);

it('infers the format of ids from ids that were made in it', () => {
  fc.assert(
    fc.property(anyFormat, anyMs, fc.nat(1_000_000), fc.nat(2 ** 31), (format, nowMs, before, seed) => {
      const given = [1, 2, 3].map((more) => {
        const ms = nowMs + more * 1_000;
        return { id: makeMessageId(format, { count: before + more, nowMs: ms, seed }), ms };
      });
      expect(formatOfIds(given)).toEqual(format);
      parseBehaviour(JSON.stringify({ 'message-id-format': format }), 'made up');
    }),
    runs,
  );
});

const anyMoment = fc
  .record({
    isBasic: fc.boolean(),
    sign: fc.constantFrom('.', ','),
    digits: fc.nat(9),
    zone: fc.constantFrom('Z', '', '+00', '+00:00', '-0000', '+02:00', '-0530', '+14'),
  })
  .map(({ isBasic, sign, digits, zone }) => {
    const fraction = digits === 0 ? '' : sign + '0'.repeat(digits);
    return `${isBasic ? '20260131T093000' : '2026-01-31T09:30:00'}${fraction}${zone}`;
  });

it('infers the form of a moment from a moment that was written in it', () => {
  fc.assert(
    fc.property(anyMoment, anyMs, (form, ms) => {
      const written = writeMoment(form, ms);
      expect(isIso8601(written)).toBe(true);
      expect(formOfMoments([written])).toBe(form);
      parseBehaviour(JSON.stringify({ 'created-at-format': form }), 'made up');
    }),
    runs,
  );
});
