import { cleanup, configure } from '@testing-library/react';
import { petstoreMatchers } from 'petstore-mock/matchers';
import { afterEach, expect } from 'vitest';

// A busy machine takes its time.
configure({ asyncUtilTimeout: 60_000 });
expect.extend(petstoreMatchers);
afterEach(cleanup);
