import type { BrowserContext } from '@playwright/test';

export interface Troubles {
  /** Matching troubles are not reported. */
  letPass(pattern: RegExp): void;
  /** What went wrong in any page of the context, in words. */
  found(): string[];
}

/** Notes every error of a page's scripts and everything it logs as one: what its policy forbids is logged, too. */
export function watchTroubles(context: BrowserContext): Troubles {
  const troubles: string[] = [];
  const passing: RegExp[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => troubles.push(String(error.error())));
  return {
    letPass: (pattern) => passing.push(pattern),
    found: () => troubles.filter((trouble) => !passing.some((pattern) => pattern.test(trouble))),
  };
}
