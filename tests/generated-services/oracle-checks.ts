import { isLosslessNumber } from 'lossless-json';
import type { StatementId } from '../../src/service/statements.js';
import { isObject, parseInt64, readJson } from '../conformant-service/json.js';
import type { ServiceResponse } from '../conformant-service/service.js';

// What can be seen in one response alone. Written from the document; it shares nothing with the judge.

/** The first statement that a service was seen to break. */
export class Broken extends Error {
  override readonly name = 'Broken';
  readonly statement: StatementId;
  /** Only a run that waits for the next window can see it. */
  readonly isBeyondWindow: boolean;

  constructor(statement: StatementId, what: string, isBeyondWindow = false) {
    super(what);
    this.statement = statement;
    this.isBeyondWindow = isBeyondWindow;
  }
}

export function require(condition: boolean, statement: StatementId, what: string): asserts condition {
  if (!condition) throw new Broken(statement, what);
}

const JSON_BODIES = 'service.bodies-are-application-json';

/** Returns the declared charset; throws unless a response is declared as JSON. */
export function jsonHeadersOf(response: ServiceResponse): string {
  const types = valuesOf(response, 'content-type');
  const [type = ''] = types;
  require(types.length === 1, JSON_BODIES, `${types.length} content types`);
  require(/^application\/json\s*(?:;|$)/i.test(type), JSON_BODIES, `content type ${type}`);
  return /charset="?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8';
}

/** Returns the parsed body; throws unless it is JSON and declared as JSON. */
export function jsonOf(response: ServiceResponse): unknown {
  const charset = jsonHeadersOf(response);
  const text = decode(response.bytes ?? Buffer.from(response.body), charset);
  require(text !== undefined && !text.startsWith('\uFEFF'), JSON_BODIES, 'bytes that are not the declared text');
  const value = readJson(text);
  require(value !== undefined, JSON_BODIES, `no JSON: ${text.slice(0, 40)}`);
  return value;
}

function decode(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export function valuesOf({ headers }: ServiceResponse, name: string): string[] {
  return headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value.trim());
}

/** Throws unless the body of a response with status 4xx or 5xx is an Error with that status. */
export function checkError(response: ServiceResponse): void {
  const error = jsonOf(response);
  require(isObject(error), 'errors.every-error-is-an-error-object', 'an Error that is no object');
  require(isText(error.code), 'error-body.code', `code ${error.code}`);
  require(isText(error.message), 'error-body.message', `message ${error.message}`);
  require(integerOf(error.status) !== undefined, 'error-body.status', `status ${error.status}`);
  require(integerOf(error.status) ===
    BigInt(response.status), 'errors.status-repeats-http-status', `status ${error.status} in a ${response.status}`);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function integerOf(value: unknown): bigint | undefined {
  return isLosslessNumber(value) && /^-?\d+$/.test(value.value) ? BigInt(value.value) : undefined;
}

export interface Item {
  readonly petId: string;
  readonly quantity: bigint;
  readonly status: string;
}

/** Returns an InventoryItem; throws unless it has the documented form. */
export function itemOf(value: unknown): Item {
  require(isObject(value), 'inventory.answers-200-with-items', 'an item that is no object');
  const petId = integerOf(value.petId);
  const quantity = integerOf(value.quantity);
  const { status } = value;
  require(petId !== undefined && parseInt64(String(petId)) === petId, 'inventory-item.pet-id', `petId ${value.petId}`);
  require(quantity !== undefined, 'inventory-item.quantity', `quantity ${value.quantity}`);
  require(typeof status === 'string', 'inventory-item.status', `status ${status}`);
  require(['available', 'pending', 'sold'].includes(status), 'pet-status.values', `status ${status}`);
  return { petId: String(petId), quantity, status };
}

export function itemsOf(response: ServiceResponse): Item[] {
  const list = jsonOf(response);
  require(Array.isArray(list), 'inventory.answers-200-with-items', 'a list that is no array');
  const items = list.map(itemOf);
  require(new Set(items.map(({ petId }) => petId)).size === items.length, 'inventory.lists-every-pet', 'a pet twice');
  return items;
}

/** Throws unless a body is a Message with the text that was sent, created now. */
export function checkMessage(response: ServiceResponse, text: string, nowMs: number, ids: Set<string>): void {
  const message = jsonOf(response);
  require(isObject(message), 'messages.answers-with-message', 'a message that is no object');
  const { id, status, createdAt } = message;
  require(isText(id) && !ids.has(id), 'message-body.id', `id ${id}`);
  ids.add(id);
  require(message.message === text, 'message-body.message', `text ${JSON.stringify(message.message)}`);
  require(status === 'queued', 'message-body.status', `status ${status}`);
  require(typeof createdAt === 'string', 'message-body.created-at', `createdAt ${createdAt}`);
  require(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/.test(
    createdAt,
  ), 'message-body.created-at', `createdAt ${createdAt}`);
  require(Math.abs(Date.parse(createdAt) - nowMs) < 60_000, 'message-body.created-at', `createdAt ${createdAt}`);
}
