// Long: a key that looks like data changes no verdict about a recording.
import { expect, test } from 'vitest';
import { readRecording } from '../../src/exchange/read-har.js';
import { judge, type Verdict } from '../../src/judge/judge.js';
import { petstoreJudge } from '../../src/judge/rules/index.js';

const BASE_URL = 'https://api.example.test/v1';
const START_MS = Date.UTC(2026, 10, 21, 12);
const PETS = '[{"petId":1,"quantity":12,"status":"available"},{"petId":2,"quantity":1,"status":"sold"}]';

/** A recording of two lists, as a browser exports it, each with its time in seconds. */
function recording(key: string, atSeconds: number, ...bodies: readonly string[]): { text: string; name: string } {
  const entries = bodies.map((text, index) => {
    const startedMs = START_MS + (atSeconds + index) * 1_000;
    const headers = {
      'Content-Type': 'application/json',
      Date: new Date(startedMs).toUTCString(),
      'X-RateLimit-Limit': '60',
      'X-RateLimit-Remaining': String(59 - atSeconds - index),
      'X-RateLimit-Reset': String(START_MS / 1_000 + 60),
    };
    return {
      startedDateTime: new Date(startedMs).toISOString(),
      time: 10,
      request: {
        method: 'GET',
        url: `${BASE_URL}/inventory`,
        headers: [{ name: 'Authorization', value: `Bearer ${key}` }],
      },
      response: {
        status: 200,
        headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
        content: { text },
      },
    };
  });
  return { text: JSON.stringify({ log: { version: '1.2', entries } }), name: 'app.har' };
}

function outcomes(key: string, last: string): string[] {
  const { text, name } = recording(key, 0, PETS, last);
  const settings = {
    baseUrl: BASE_URL,
    messagesUrl: undefined,
    level: undefined,
    plan: undefined,
    isExclusive: true,
    judged: petstoreJudge,
  };
  return judge(readRecording(text, name), settings).map(({ rule, outcome, exchanges }: Verdict) => {
    return `${rule.id}: ${outcome} ${exchanges}`;
  });
}

test.each(['1', '12', 'available', '"quantity":', '"petId":1,"quantity"', 'application/json', '},{'])(
  'judges a recording with the key %s as with any other',
  (key) => {
    for (const last of [PETS, PETS.replace('sold', 'gone')]) {
      const usual = outcomes('sk_live_51Hxyz', last);
      expect(usual.some((outcome) => outcome.includes(': violation'))).toBe(last !== PETS);
      expect(outcomes(key, last)).toEqual(usual);
    }
  },
);
