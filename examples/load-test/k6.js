// Reads the stock 9 times of 10, and updates a pet once. For a key without limits: see docs/deployment.md.
//   k6 run examples/load-test/k6.js
//   k6 run -e BASE_URL=http://localhost:4290/v1 -e API_KEY=test_enterprise -e RATE=500 -e DURATION=2m examples/load-test/k6.js
import { check, fail } from 'k6';
import http from 'k6/http';

const baseUrl = __ENV.BASE_URL || 'http://127.0.0.1:4290/v1';
const headers = { Authorization: `Bearer ${__ENV.API_KEY || 'test_enterprise'}`, 'Content-Type': 'application/json' };

/** @type {import('k6/options').Options} */
export const options = {
  scenarios: {
    stock: {
      executor: 'constant-arrival-rate',
      rate: Number(__ENV.RATE || 200),
      timeUnit: '1s',
      duration: __ENV.DURATION || '30s',
      preAllocatedVUs: 20,
      maxVUs: 200,
    },
  },
  thresholds: {
    checks: ['rate==1'],
    'http_req_duration{name:list}': ['p(95)<100'],
    'http_req_duration{name:update}': ['p(95)<100'],
    // Requests that k6 could not send in time, because all its users were waiting for responses.
    dropped_iterations: ['count==0'],
  },
};

/** Returns the ids of all pets, as text: they are int64, and JSON.parse would round some. */
export function setup() {
  const response = list();
  if (response.status !== 200) fail(`${baseUrl}/inventory responded with ${response.status}: ${response.body}`);
  const petIds = Array.from(String(response.body).matchAll(/"petId": ?(-?\d+)/g), ([, id]) => id);
  if (petIds.length === 0) fail('There are no pets. Start the fake with --pets 100.');
  return petIds;
}

/** @param {string[]} petIds */
export default function (petIds) {
  if (Math.random() < 0.9) {
    check(list(), { 'list: 200': ({ status }) => status === 200 });
  } else {
    const petId = petIds[Math.floor(Math.random() * petIds.length)];
    const body = JSON.stringify({ quantity: Math.floor(Math.random() * 100) });
    // One name for the updates of all pets: each URL would have metrics of its own.
    const response = http.patch(`${baseUrl}/inventory/${petId}`, body, { headers, tags: { name: 'update' } });
    check(response, { 'update: 200': ({ status }) => status === 200 });
  }
}

function list() {
  return http.get(`${baseUrl}/inventory`, { headers, tags: { name: 'list' } });
}
