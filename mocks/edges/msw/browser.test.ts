import { expect, test } from 'vitest';
import { explainMissingWorker, setupPetstoreWorker } from './browser.js';

test('outside a browser the error names the alternative', () => {
  expect(() => setupPetstoreWorker()).toThrow(
    "Creating the worker: this is not a browser. Use setupPetstoreServer from 'petstore-mock/node' if Node sends the requests, in jsdom too.",
  );
});

const absent = new Error(
  "[MSW] Failed to register a Service Worker for scope ('http://localhost/') with script ('http://localhost/mockServiceWorker.js'): Service Worker script does not exist at the given path.",
);

test('the error for a missing worker script names the command that installs it', () => {
  const explained = explainMissingWorker(absent);
  expect(explained?.message).toBe(
    'Starting the worker: the worker script /mockServiceWorker.js was not found. ' +
      'Run `npx petstore-mock init public/`, where public/ is the folder of static files; ' +
      "under a path such as /shop, start({ serviceWorker: { url: '/shop/mockServiceWorker.js' } }).",
  );
  expect(explained?.cause).toBe(absent);
});

test('an HTML page in place of the script counts as missing', () => {
  const page = new Error(
    "[MSW] Failed to register the Service Worker:\n\nFailed to register a ServiceWorker: The script has an unsupported MIME type ('text/html').",
  );
  expect(explainMissingWorker(page, '/app/worker.js')?.message).toContain(
    'the worker script /app/worker.js was not found',
  );
});

test('other errors are not explained', () => {
  const certificate = 'Failed to register a ServiceWorker: An SSL certificate error occurred when fetching the script.';
  expect(explainMissingWorker(new Error(certificate))).toBeUndefined();
  expect(explainMissingWorker('gone')).toBeUndefined();
});
