/** How a request ended. */
export type Outcome<T> = { readonly ok: true; readonly data: T } | { readonly ok: false; readonly problem: Problem };

export type Problem =
  /** The service said no. */
  | { readonly kind: 'refused'; readonly status: number; readonly message: string | undefined }
  /** No answer came. */
  | { readonly kind: 'unreachable' }
  /** An answer came that makes no sense: cut short, or no JSON. */
  | { readonly kind: 'unreadable' }
  /** The user gave no API key. */
  | { readonly kind: 'no-key' };

/** Whether the service may have carried the request out all the same. */
export function mayBeDone(problem: Problem): boolean {
  if (problem.kind === 'refused') return problem.status >= 500;
  return problem.kind !== 'no-key';
}

/** Says a problem in words for the person at the screen. */
export function explain(problem: Problem): string {
  if (problem.kind === 'unreachable') return 'The service could not be reached.';
  if (problem.kind === 'unreadable') return 'The answer of the service was cut short or garbled.';
  if (problem.kind === 'no-key') return 'It takes an API key.';
  if (problem.status >= 500) return `The service is in trouble (${problem.status}).`;
  const said = problem.message === undefined ? '' : ` It says: “${problem.message}”`;
  if (problem.status === 404) return `The service does not know this pet.${said}`;
  return `The service refused (${problem.status}).${said}`;
}
