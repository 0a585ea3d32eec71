import { describeContract } from 'petstore-mock/contract';
import { test } from 'vitest';

describeContract({ test, baseUrl: process.env.PETSTORE_URL ?? 'http://127.0.0.1:4290/v1', level: 'write' });
