import { isInt64Text } from '../../spec/int64.js';
import { operations } from '../../spec/operations.js';
import { headerOf } from '../../transcript/exchange.js';
import type { Evidence } from '../evidence.js';
import type { Reading } from '../reading.js';
import { listingBefore } from '../stock-history.js';
import { agreed, headerInWords, isOrdinary, operationsAt, ordinary, type Seen, statusIn } from './seen.js';

export function unknownPath(evidence: Evidence): Seen {
  const asked = ordinary(evidence).filter(
    (reading) =>
      methodOf(reading) === 'GET' && reading.operation === undefined && operationsAt(reading, evidence).length === 0,
  );
  return agreed(asked, statusIn(404), 'a path that no operation has');
}

export function unknownMethod(evidence: Evidence): Seen {
  const asked = ordinary(evidence).filter(
    (reading) => isOtherMethod(reading) && operationsAt(reading, evidence).length > 0,
  );
  return agreed(asked, statusIn(405, 404), 'a known path with another method');
}

export function headRequests(evidence: Evidence): Seen {
  const asked = ordinary(evidence).filter(
    (reading) =>
      methodOf(reading) === 'HEAD' && operationsAt(reading, evidence).some((id) => operations[id].method === 'GET'),
  );
  const choiceOf = ({ status, received }: Reading) => {
    if (status === 405) return 405;
    return status === 200 && received.kind === 'none' ? 'as-get' : undefined;
  };
  return agreed(asked, choiceOf, 'HEAD');
}

export function plainOptions({ readings }: Evidence): Seen {
  const asked = readings.filter(
    ({ exchange: { request }, status, isLimited }) =>
      request.method === 'OPTIONS' &&
      headerOf(request.headers, 'access-control-request-method') === undefined &&
      status !== undefined &&
      !isLimited,
  );
  return agreed(asked, statusIn(405, 204), 'OPTIONS that is no preflight');
}

export function preferHeader({ readings }: Evidence): Seen {
  const asked = readings.filter(
    (reading) =>
      reading.operation === 'listInventory' &&
      isOrdinary(reading) &&
      headerOf(reading.exchange.request.headers, 'prefer')?.trim() === 'code=404',
  );
  const choiceOf = ({ status }: Reading) => (status === 404 ? 'on' : status === 200 ? 'off' : undefined);
  return agreed(asked, choiceOf, 'the list with Prefer: code=404');
}

export function cacheControl({ readings }: Evidence): Seen {
  const answered = readings.filter(({ status }) => status !== undefined);
  const choiceOf = (reading: Reading) =>
    /(?:^|,)\s*no-store\s*(?:,|$)/i.test(reading.header('cache-control') ?? '') ? 'no-store' : undefined;
  return agreed(answered, choiceOf, 'answers', (reading) => headerInWords(reading, 'Cache-Control'));
}

export function petNotFound(evidence: Evidence): Seen {
  const asked = ordinary(evidence).filter((reading) => {
    if (reading.operation !== 'getPet' || !isInt64Text(reading.petId ?? '')) return false;
    return listingBefore(evidence, reading)?.stock.has(reading.petId ?? '') === false;
  });
  return agreed(asked, statusIn(404), 'the lookup of a pet that is not listed');
}

function methodOf({ exchange }: Reading): string {
  return exchange.request.method;
}

function isOtherMethod(reading: Reading): boolean {
  return reading.operation === undefined && !['HEAD', 'OPTIONS'].includes(methodOf(reading));
}
