import type { Call, Changes, State } from '../conformant-service/steps.js';
import type { Variation } from './faulty-service.js';

/** Handles what comes together in another order than it came. */
function lastComesFirst(): Changes {
  const waiting = new WeakMap<State, (() => void)[]>();
  const release = async (state: State) => {
    for (const next of waiting.get(state)?.reverse() ?? []) next();
    waiting.delete(state);
  };
  return {
    arrive:
      () =>
      ({ state }) =>
        new Promise((resolve) => {
          const others = waiting.get(state);
          if (others === undefined) setImmediate(() => release(state));
          waiting.set(state, [...(others ?? []), resolve]);
        }),
  };
}

/** Handles one request at a time, and asks the others to come back. */
function shedsLoad(html: boolean): Changes {
  const arrived = new WeakMap<State, number>();
  const shed = new WeakSet<Call['request']>();
  const count = ({ state }: Call, by: number) => {
    arrived.set(state, (arrived.get(state) ?? 0) + by);
    return arrived.get(state) ?? 0;
  };
  return {
    arrive: () => (call) => {
      if (count(call, 1) > 1) shed.add(call.request);
    },
    operate: (usual) => (call) =>
      shed.has(call.request) ? { ...call.steps.error(call, 503), headers: [['Retry-After', '1']] } : usual(call),
    finish: (usual) => (call, response) => {
      count(call, -1);
      const given = usual(call, response);
      if (!html || given.status !== 503) return given;
      const headers = given.headers.filter(([name]) => !/^(?:content-type|x-ratelimit)/i.test(name));
      return { ...given, headers: [...headers, ['Content-Type', 'text/html']], body: '<h1>Busy</h1>' };
    },
  };
}

/** Other ways to handle what comes together, or over several connections. */
export const togetherVariations: Readonly<Record<string, Variation>> = {
  'what comes last of a group is handled first': lastComesFirst(),
  'what comes together is asked to come back': shedsLoad(false),
  'a gateway asks what comes together to come back': shedsLoad(true),
  'bodies may have no more than 16 KiB': { traits: { bytes: 16_384 } },
  'a body that is too large is a bad request': {
    traits: { bytes: 16_384 },
    error: (usual) => (call, status, situation) => usual(call, status === 413 ? 400 : status, situation),
  },
  'large bodies are rejected before the key is looked at': { traits: { bytes: 16_384, sooner: ['size', 'key'] } },
};
