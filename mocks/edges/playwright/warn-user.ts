import { test } from '@playwright/test';

/** Tells the user at once, and in the report of the test that runs, if one does. */
export function warnUser(text: string): void {
  console.warn(`petstore-mock: ${text}`);
  try {
    test.info().annotations.push({ type: 'petstore-mock', description: text });
  } catch {
    // Outside a test there is no report.
  }
}
