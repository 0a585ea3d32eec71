import { test } from '@playwright/test';
import { describeContract } from 'petstore-mock/contract';

describeContract({ test, baseUrl: process.env.PETSTORE_URL ?? 'http://127.0.0.1:4290/v1', level: 'write' });
