import { type AdminOperation, adminOperations } from './operations.js';
import { isForProxy } from './proxy-operations.js';

interface Refusal {
  readonly description: string;
  readonly code: string;
  readonly message: string;
}

/** What an operation may refuse, by status; each with what it would say. */
const refusals = {
  400: {
    description: 'Something in the call cannot be; nothing is changed',
    code: 'invalid_request',
    message: 'POST /__admin/clock/advance: /by is missing. Try {"by":"61s"}.',
  },
  401: {
    description: 'The admin token is missing or wrong',
    code: 'unauthorized',
    message: 'This needs the admin token that the server was given or printed at its start.',
  },
  403: {
    description: 'The call came under a host name that is not served, or from a page of another origin',
    code: 'forbidden',
    message: 'This host name is not served. Allow it with --allowed-host.',
  },
  404: {
    description: 'What the path or `world` names is not there',
    code: 'not_found',
    message: 'There is no such world. Worlds: shared, w1; to open one, POST /__admin/keys {"isolated":true}.',
  },
  408: {
    description: 'Fewer requests came in time than were waited for',
    code: 'request_timeout',
    message: 'In 5000 ms there came 1 of the 2 requests that were waited for.',
  },
  409: {
    description: 'The server is a proxy: there is no such thing to steer',
    code: 'conflict',
    message:
      'This is a proxy in front of https://api.example.test/v1: it has no clock to steer. Watch it, or start a fake with petstore-mock serve.',
  },
  413: {
    description: 'The body is too large',
    code: 'payload_too_large',
    message: 'POST /__admin/keys/ban: the body is over 64 KiB. Try {"key":"test_free","for":"5m"}.',
  },
  503: {
    description: 'There are too many such calls at once, or the server stops',
    code: 'unavailable',
    message: 'There are 200 streams of events already, as many as may be. End one, and ask again.',
  },
} as const satisfies Readonly<Record<number, Refusal>>;

/** Describes every answer of an operation by its status. */
export function describeResponses(operation: AdminOperation): Record<string, object> {
  const refused = refusalsOf(operation).map((status) => [String(status), describeRefusal(status)] as const);
  return { [operation.status]: describeSuccess(operation), ...Object.fromEntries(refused) };
}

function refusalsOf(operation: AdminOperation): (keyof typeof refusals)[] {
  const { isOfWorld, path, body } = operation;
  return [
    400,
    401,
    403,
    ...(isOfWorld || path.includes('{') ? [404 as const] : []),
    ...(operation === adminOperations.waitForRequests ? [408 as const] : []),
    ...(isForProxy(operation) ? [] : [409 as const]),
    ...(body === undefined ? [] : [413 as const]),
    ...(goesOn(operation) ? [503 as const] : []),
  ];
}

/** Whether a call is answered only when something happens. */
function goesOn(operation: AdminOperation): boolean {
  return operation === adminOperations.waitForRequests || operation === adminOperations.watchEvents;
}

function describeRefusal(status: keyof typeof refusals): object {
  const { description, code, message } = refusals[status];
  const example = { code, message, status };
  return { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example } } };
}

function describeSuccess({ summary, answer }: AdminOperation): object {
  if (answer === 'events') return describeStream(summary);
  return {
    description: summary,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${answer}` } } },
  };
}

function describeStream(summary: string): object {
  const clock = { now: '2026-11-21T12:00:00.000Z', mode: 'manual', scale: 0 };
  return {
    description: `${summary}: server-sent events, each as the schema Event has it. They go on until the client or the server ends them.`,
    content: {
      'text/event-stream': {
        schema: {
          type: 'string',
          contentMediaType: 'text/event-stream',
          contentSchema: { type: 'array', items: { $ref: '#/components/schemas/Event' } },
        },
        example: `event: clock\ndata: ${JSON.stringify(clock)}\n\n`,
      },
    },
  };
}
