import { sampleKeys } from '../../../../fixtures/keys.js';
import type { KeyInfo } from '../../../../mocks/steering/keys-control.js';
import type { KeyPage, KeyState } from '../../../admin/schemas/keys.js';
import type { ServedWorld } from '../../worlds/served-world.js';
import { cutPart, type ListPart } from './cut-part.js';

type QuotaInfo = KeyInfo['minute'];

/** Tells keys by their pseudonyms, in the order of these. */
export function tellKeys(served: ServedWorld, part: ListPart = {}): KeyPage {
  const page = cutPart(served.steering.keys.list(), part, ({ alias }) => alias);
  return { ...page, items: page.items.map((info) => keyState(served, info)) };
}

/** Tells one key, which is named by its text or its pseudonym. Throws an InputError where the world has none such. */
export function tellKey(served: ServedWorld, key: string): KeyState {
  return keyState(served, served.steering.keys.get(key));
}

function keyState({ world }: ServedWorld, { alias, plan, state, minute, day, ban, expiresAtMs }: KeyInfo): KeyState {
  const text = world.accounts.keyOf(alias);
  return {
    alias,
    // Only a sample key, which everybody knows, is told as it is.
    name: sampleKeys.some(({ key }) => key === text) ? (text ?? null) : null,
    plan,
    state,
    minute: quotaState(minute),
    day: quotaState(day),
    ban: ban === undefined ? null : { from: moment(ban.fromMs), until: moment(ban.untilMs) },
    expiresAt: expiresAtMs === undefined ? null : moment(expiresAtMs),
  };
}

function quotaState({ limit, remaining, resetsAtMs }: QuotaInfo): KeyState['minute'] {
  return { limit, remaining, resetsAt: resetsAtMs === undefined ? null : moment(resetsAtMs) };
}

const moment = (ms: number) => new Date(ms).toISOString();
