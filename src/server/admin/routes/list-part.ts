import type { AdminCall } from '../admin-route.js';
import type { ListPart } from '../tell/cut-part.js';

/** Answers which part of a list a call asks for. */
export function listPart({ query: { limit, after } }: AdminCall): ListPart {
  return { limit: asNumber(limit), after: asText(after) };
}

export function asNumber(value: string | number | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

export function asText(value: string | number | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}
