import { expect, it } from 'vitest';
import { parseRateLimitHeaders } from '../../src/service/rate-limit-headers.js';
import { edges, type RunningEdge } from './edges.js';
import { type Scenario, type Step, scenarios } from './scenarios.js';

interface Seen {
  readonly step: string;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly isCut: boolean;
}

/** Headers that describe a connection, not the response. */
const CONNECTION_HEADERS = ['connection', 'keep-alive'];

it.each(scenarios)('$title: responses are as expected, and equal through every edge', async (scenario) => {
  const throughMsw = await play('MSW', scenario);
  expect(throughMsw.map(({ status, isCut }) => ({ status, isCut }))).toEqual(
    scenario.steps.map(({ status, isCut = false }) => ({ status, isCut })),
  );
  expect(throughMsw.filter(lacksRateLimit).map(({ step }) => step)).toEqual([]);
  for (const name of Object.keys(edges).filter((edge) => edge !== 'MSW')) {
    expect({ [name]: await play(name, scenario) }).toEqual({ [name]: throughMsw });
  }
});

/** All responses but preflights have the headers of §8.1. */
function lacksRateLimit({ status, headers }: Seen): boolean {
  const isPreflight = headers['access-control-allow-methods'] !== undefined;
  return status !== 0 && !isPreflight && !parseRateLimitHeaders(new Headers(headers));
}

async function play(name: string, { options, steps }: Scenario): Promise<Seen[]> {
  const edge = await edges[name]?.({ clock: '2026-11-21T12:00:00Z', pets: 5, onBug: () => {}, ...options });
  if (edge === undefined) throw new Error(`There is no edge ${name}.`);
  try {
    const seen: Seen[] = [];
    for (const step of steps) {
      await edge.settled?.();
      for (const world of edge.worlds) step.before?.(world);
      seen.push(await send(edge, step));
    }
    return seen;
  } finally {
    await edge.close();
  }
}

async function send({ origin, fetch }: RunningEdge, { method, path, headers = {}, body, status }: Step): Promise<Seen> {
  const step = `${method} ${path}`;
  const request = fetch(`${origin}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
  if (status === 0) {
    await expect(request).rejects.toThrow(TypeError);
    return { step, status, headers: {}, body: '', isCut: false };
  }
  const response = await request;
  const sent = [...response.headers].filter(([header]) => !CONNECTION_HEADERS.includes(header));
  return { step, status: response.status, headers: Object.fromEntries(sent), ...(await readBody(response)) };
}

/** Reads as much of a body as arrives. */
async function readBody(response: Response): Promise<Pick<Seen, 'body' | 'isCut'>> {
  const decoder = new TextDecoder();
  let body = '';
  try {
    for await (const chunk of response.body ?? []) body += decoder.decode(chunk, { stream: true });
    return { body: body + decoder.decode(), isCut: false };
  } catch {
    return { body, isCut: true };
  }
}
