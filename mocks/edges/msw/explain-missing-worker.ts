import { InputError } from '../../../src/validation/input-error.js';

/**
 * Answers a readable error where a worker could not be registered because its script is missing: a server that answers unknown
 * paths with 404, or with the app's own page. Answers undefined for any other error.
 */
export function explainMissingWorker(error: unknown, url = '/mockServiceWorker.js'): InputError | undefined {
  if (!(error instanceof Error) || !/Failed to register .*(?:\(404\)|MIME type|does not exist)/s.test(error.message))
    return undefined;
  const explained = new InputError(
    'Starting the worker',
    `there is no worker script at ${url}`,
    'Run `npx petstore-mock init public/`, where public/ is the folder whose files are served as they are; under a path such as /shop, ' +
      "start({ serviceWorker: { url: '/shop/mockServiceWorker.js' } }).",
  );
  return Object.assign(explained, { cause: error });
}
