import { declareIsolatedTests } from './isolated-tests.js';

declareIsolatedTests(200);
