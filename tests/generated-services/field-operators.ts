import type { Json } from '../conformant-service/json.js';
import type { Call } from '../conformant-service/steps.js';
import type { JsonObject } from '../faulty-services/changes.js';
import { fieldsOf, hasPet, nameOf, type Operator, objectsAs, outcomes, type Variant } from './mutation.js';

// Operators on one field of one body.

type ValueEdit = (value: Json, call: Call) => Json;
type FieldEdit = (object: JsonObject, field: string, call: Call) => JsonObject;

const entriesAs = (edit: (name: string, value: Json) => readonly (readonly [string, Json])[]) => (object: JsonObject) =>
  Object.fromEntries(Object.entries(object).flatMap(([name, value]) => edit(name, value)));

const renamed =
  (change: (name: string) => string): FieldEdit =>
  (object, field) =>
    entriesAs((name, value) => [[name === field ? change(name) : name, value]])(object);

const valueAs =
  (change: ValueEdit): FieldEdit =>
  (object, field, call) => ({ ...object, [field]: change(object[field] ?? null, call) });

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const numbers = new Set(['petId', 'quantity']);
const isNumber = (field: string, { status }: { status: number }) =>
  numbers.has(field) || (field === 'status' && status !== 200);
const isEnum = (field: string, { status }: { status: number }) => field === 'status' && status === 200;

const drops: Record<string, FieldEdit> = {
  'left out': (object, field) => entriesAs((name, value) => (name === field ? [] : [[name, value]]))(object),
};

const renames: Record<string, FieldEdit> = {
  'with an underscore': renamed((name) => (snake(name) === name ? `_${name}` : snake(name))),
  'in the plural': renamed((name) => `${name}s`),
  'one letter short': renamed((name) => name.slice(0, -1)),
  'with a prefix': renamed((name) => `item${capital(name)}`),
};

const keyCases: Record<string, FieldEdit> = {
  'key with a capital': renamed(capital),
  'key in capitals': renamed((name) => name.toUpperCase()),
};
const valueCases: Record<string, FieldEdit> = {
  'value in capitals': valueAs((value) => String(value).toUpperCase()),
  'value with a capital': valueAs((value) => capital(String(value))),
};

const types: Record<string, FieldEdit> = {
  'to null': valueAs(() => null),
  'to a boolean': valueAs(() => true),
  'to a list': valueAs(() => []),
  'to an object': valueAs(() => ({})),
};
const numberTypes: Record<string, FieldEdit> = {
  'to a string': valueAs((value) => String(value)),
  'to a fraction': valueAs((value) => Number(value) + 0.5),
};
const textTypes: Record<string, FieldEdit> = {
  'to a number': valueAs((value) => String(value).length),
};

const wraps: Record<string, FieldEdit> = {
  'in a list': valueAs((value) => [value]),
  'in an object': valueAs((value) => ({ value })),
};

const numberCuts: Record<string, FieldEdit> = {
  'its last digit': valueAs((value) => BigInt(String(value)) / 10n),
  'to 32 bits': valueAs((value) => BigInt.asIntN(32, BigInt(String(value)))),
  'to 53 bits': valueAs((value) => BigInt(Number(value))),
  'to 8 bits': valueAs((value) => BigInt.asUintN(8, BigInt(String(value)))),
};
const textCuts: Record<string, FieldEdit> = {
  'its last character': valueAs((value) => String(value).slice(0, -1)),
  'to ten characters': valueAs((value) => String(value).slice(0, 10)),
  'to 32 characters': valueAs((value) => String(value).slice(0, 32)),
  'to 255 characters': valueAs((value) => String(value).slice(0, 255)),
  'to nothing': valueAs(() => ''),
};

const textCodes: Record<string, FieldEdit> = {
  'for HTML': valueAs((value) => String(value).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)),
  'as a URL': valueAs((value) => new URLSearchParams({ '': String(value) }).toString().slice(1)),
  'as Base64': valueAs((value) => Buffer.from(String(value)).toString('base64')),
  'as Latin-1': valueAs((value) => Buffer.from(String(value)).toString('latin1')),
  'as ASCII': valueAs((value) => String(value).replace(/[^ -~\s]/gu, '?')),
  'without astral characters': valueAs((value) => String(value).replace(/[\u{10000}-\u{10ffff}]/gu, '')),
  'as NFC': valueAs((value) => String(value).normalize('NFC')),
  'as NFD': valueAs((value) => String(value).normalize('NFD')),
  'with other line ends': valueAs((value) => String(value).replace(/\r\n?/g, '\n')),
  'without control characters': valueAs((value) => String(value).replace(/\p{Cc}/gu, '')),
  'without blanks at its ends': valueAs((value) => String(value).trim()),
  'with single blanks': valueAs((value) => String(value).replace(/ +/g, ' ')),
  'without tags': valueAs((value) => String(value).replace(/<[^>]*>/g, '')),
  'in lower case': valueAs((value) => String(value).toLowerCase()),
  'with escaped quotes': valueAs((value) => String(value).replace(/"/g, '\\"')),
};
const numberCodes: Record<string, FieldEdit> = {
  'as a hexadecimal text': valueAs((value) => `0x${BigInt(String(value)).toString(16)}`),
  'as a double': valueAs((value) => BigInt(Number(value))),
  'as a float': valueAs((value) => BigInt(Math.fround(Number(value)))),
};

const nextStatus = (value: Json) => (value === 'available' ? 'pending' : value === 'pending' ? 'sold' : 'available');
const shifted = (ms: number): FieldEdit => valueAs((_value, { nowMs, traits }) => traits.createdAt(nowMs + ms));

/** Other values of the right type, by field. */
const wrongValues: Readonly<Record<string, Record<string, FieldEdit>>> = {
  petId: {
    'one more': valueAs((value) => BigInt(String(value)) + 1n),
    'always 0': valueAs(() => 0n),
    negative: valueAs((value) => -BigInt(String(value)) - 1n),
    'of the next pet': valueAs((value, { state: { pets } }) => {
      const index = pets.findIndex(({ petId }) => petId === value);
      return pets[(index + 1) % pets.length]?.petId ?? value;
    }),
  },
  quantity: {
    'one more': valueAs((value) => BigInt(String(value)) + 1n),
    'one less': valueAs((value) => BigInt(String(value)) - 1n),
    'always 0': valueAs(() => 0n),
    'never below 0': valueAs((value) => (BigInt(String(value)) < 0n ? 0n : value)),
    'at most 99': valueAs((value) => (BigInt(String(value)) > 99n ? 99n : value)),
  },
  status: {
    'another of the enum': valueAs(nextStatus),
    'no word of the enum': valueAs(() => 'reserved'),
    'with a blank': valueAs((value) => `${value} `),
  },
  id: {
    'the same for each two': valueAs((_value, { state, traits }) => traits.messageId(state.messages >> 1, 0)),
    'always the same': valueAs(() => 'msg-1'),
    'the same in one second': valueAs((_value, { nowMs }) => `m${Math.floor(nowMs / 1_000)}`),
  },
  message: {
    'the sent text twice': valueAs((value) => `${value}${value}`),
    'always the same': valueAs(() => 'Message received.'),
  },
  createdAt: {
    'an hour late': shifted(3_600_000),
    'an hour early': shifted(-3_600_000),
    'of tomorrow': shifted(86_400_000),
    'of 1970': valueAs((_value, { traits }) => traits.createdAt(0)),
    'two minutes early': shifted(-120_000),
    'as an HTTP date': valueAs((_value, { nowMs }) => new Date(nowMs).toUTCString()),
    'in seconds': valueAs((_value, { nowMs }) => String(Math.floor(nowMs / 1_000))),
    'with the month first': valueAs(() => '11/21/2026 12:00:00'),
    'with a blank': valueAs((value) => String(value).replace('T', ' ')),
  },
};
const wrongErrorStatus: Record<string, FieldEdit> = {
  'always 500': valueAs(() => 500),
  'always 0': valueAs(() => 0),
  'always 400': valueAs(() => 400),
  'one more': valueAs((value) => Number(value) + 1),
};

interface Where {
  readonly field: string;
  readonly status: number;
}

const operatorsByName: Readonly<Record<string, (where: Where) => Record<string, FieldEdit>>> = {
  drop: () => drops,
  rename: () => renames,
  recase: ({ field, status }) => (isEnum(field, { status }) ? { ...keyCases, ...valueCases } : keyCases),
  retype: ({ field, status }) => ({ ...types, ...(isNumber(field, { status }) ? numberTypes : textTypes) }),
  wrap: () => wraps,
  truncate: ({ field, status }) => (isNumber(field, { status }) ? numberCuts : textCuts),
  're-encode': ({ field, status }) => (isNumber(field, { status }) ? numberCodes : textCodes),
  'wrong value': ({ field, status }) =>
    field === 'status' && status !== 200 ? wrongErrorStatus : (wrongValues[field] ?? {}),
};

/** Operators on fields by name: each documented field of each body. */
export const fieldOperators: readonly Operator[] = Object.entries(operatorsByName).map(([name, editsOf]) => ({
  name,
  places: outcomes.flatMap((outcome) =>
    fieldsOf(outcome).flatMap((field) => {
      const edits = Object.entries(editsOf({ field, status: outcome.status }));
      const variants = edits.map(
        ([variant, edit]): Variant => ({
          name: variant,
          changes: (gate) => objectsAs(outcome, gate, (object, call) => edit(object, field, call)),
        }),
      );
      const place = `${nameOf(outcome)} body ${field}`;
      return variants.length === 0
        ? []
        : [{ name: place, hasPet: hasPet(outcome) || nameOf(outcome) === 'listInventory 200', variants }];
    }),
  ),
}));
