import { beforeEach } from 'vitest';

/** They call the handlers directly with getResponse, which works everywhere. */
const withoutInterceptors = /^mocks\/(?:handlers|jsdom)\.test\.ts$/;
const canIntercept = 'withResolvers' in Promise;

beforeEach(({ task, skip }) => {
  skip(!canIntercept && !withoutInterceptors.test(task.file.name), 'msw 3 intercepts on Node 22 and newer');
});
