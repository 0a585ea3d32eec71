import type { FaultOptions } from '../../admin/schemas/faults.js';

/** The text of the form for a fault. */
export interface FaultDraft {
  readonly operation: string;
  readonly key: string;
  readonly probability: string;
  readonly count: string;
  readonly seed: string;
  readonly response: 'usual' | 'status' | 'reset';
  readonly status: string;
  readonly body: '' | 'truncated' | 'malformed';
  readonly dripMs: string;
  readonly delay: 'none' | 'fixed' | 'normal' | 'lognormal';
  readonly delayMs: string;
  readonly mean: string;
  readonly deviation: string;
  readonly median: string;
  readonly sigma: string;
}

/** For the parts of the form. */
export interface DraftProps {
  readonly draft: FaultDraft;
  readonly onChange: (change: Partial<FaultDraft>) => void;
}

export const emptyDraft: FaultDraft = {
  operation: 'any',
  key: '',
  probability: '',
  count: '',
  seed: '',
  response: 'status',
  status: '503',
  body: '',
  dripMs: '',
  delay: 'none',
  delayMs: '500',
  mean: '200',
  deviation: '50',
  median: '120',
  sigma: '1',
};

/** Returns the request body. Text that is not a number is sent as it is: the server's error names a valid value. */
export function faultFromDraft(draft: FaultDraft): FaultOptions {
  const { operation, key, response } = draft;
  return withoutUndefined({
    operation,
    key: key.trim() || undefined,
    status: response === 'status' ? numberOr(draft.status) : undefined,
    network: response === 'reset' ? 'reset' : undefined,
    body: response === 'reset' ? undefined : draft.body || undefined,
    dripMs: response === 'reset' ? undefined : numberOr(draft.dripMs),
    delayMs: delayOf(draft),
    probability: numberOr(draft.probability),
    count: numberOr(draft.count),
    seed: numberOr(draft.seed),
  });
}

function delayOf({ delay, delayMs, mean, deviation, median, sigma }: FaultDraft) {
  switch (delay) {
    case 'none':
      return undefined;
    case 'fixed':
      return numberOr(delayMs);
    case 'normal':
      return { type: 'normal', mean: numberOr(mean), deviation: numberOr(deviation) };
    case 'lognormal':
      return { type: 'lognormal', median: numberOr(median), sigma: numberOr(sigma) };
  }
}

/** Returns the number, the text if it is not a number, or undefined if it is empty. */
function numberOr(text: string): number | string | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  const number = Number(typed);
  return Number.isFinite(number) ? number : typed;
}

function withoutUndefined(fields: Readonly<Record<string, unknown>>): FaultOptions {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as FaultOptions;
}
