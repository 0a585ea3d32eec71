// Long: tests in parallel workers, on the next major of msw, see nothing of each other.
import { declareIsolatedTests } from './isolated-tests.js';

declareIsolatedTests(8);
