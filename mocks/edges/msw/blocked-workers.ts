declare const navigator: { readonly serviceWorker?: { readonly register: unknown } };

/** What to tell where Playwright blocks service workers: it puts a function of its own in the place of `register`. */
export const WORKERS_ARE_BLOCKED =
  'petstore-mock: Playwright blocks service workers on this page, so the worker stands aside. Its requests are answered by ' +
  "petstore-mock/playwright, or go to the network. To have the worker: test.use({ serviceWorkers: 'allow' }).";

export function areWorkersBlocked(): boolean {
  return /blocked by Playwright/.test(String(navigator.serviceWorker?.register));
}
