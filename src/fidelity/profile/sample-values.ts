import type { JsonObject, JsonValue } from '../../json/json.js';
import type { Shape, ShapeType, TextFormat } from './profile.js';

/** Returns at least `fewest` values that together show all of a shape; the first one has every field. */
export function generateSamples(shape: Shape, fewest = 1, name = 'value'): JsonValue[] {
  const needed = variantsOf(shape);
  return Array.from({ length: Math.max(fewest, needed) }, (_, index) =>
    valueAt(shape, index % needed, { isNew: index < needed, name, serial: index + 1 }),
  );
}

interface Place {
  /** What is shown elsewhere need not be shown again: lists may be short. */
  readonly isNew: boolean;
  readonly name: string;
  readonly serial: number;
}

/** How many different values it takes to show a shape. */
function variantsOf(shape: Shape): number {
  return shape.type.reduce((sum, type) => sum + variantsOfType(shape, type), 0);
}

function variantsOfType({ properties = {}, required = [], enum: words }: Shape, type: ShapeType): number {
  if (type === 'string' && words !== undefined) return words.length;
  if (type !== 'object') return 1;
  const counts = Object.entries(properties).map(([name, field]) => waysOf(field, required.includes(name)));
  return Math.max(1, ...counts);
}

/** Being absent is one more way. */
function waysOf(field: Shape, isRequired: boolean): number {
  return variantsOf(field) + (isRequired ? 0 : 1);
}

function valueAt(shape: Shape, variant: number, place: Place): JsonValue {
  let rest = variant;
  for (const type of shape.type) {
    const count = variantsOfType(shape, type);
    if (rest < count) return valueOfType(shape, type, rest, place);
    rest -= count;
  }
  return null;
}

function valueOfType(shape: Shape, type: ShapeType, variant: number, place: Place): JsonValue {
  if (type === 'object') return objectAt(shape, variant, place);
  if (type === 'array') return partsAt(shape.items, place);
  const word = type === 'string' ? shape.enum?.[variant] : undefined;
  return word ?? sampleLeaf(type, shape.format, place.name, place.serial);
}

/** Every field goes through its ways by itself, so that the one with the most decides how many objects it takes. */
function objectAt(shape: Shape, variant: number, place: Place): JsonObject {
  const { properties = {}, required = [] } = shape;
  const members = Object.entries(properties).flatMap(([name, field]) => {
    const ways = waysOf(field, required.includes(name));
    const way = variant % ways;
    if (way >= variantsOf(field)) return [];
    return [[name, valueAt(field, way, { ...place, name, isNew: place.isNew && variant < ways })] as const];
  });
  return Object.fromEntries([...members, ...entriesOfMap(shape, { ...place, isNew: place.isNew && variant === 0 })]);
}

/** A map shows all in the first object, as a list does. */
function entriesOfMap({ additionalProperties }: Shape, place: Place): (readonly [string, JsonValue])[] {
  const values = partsAt(additionalProperties, place);
  // No field has such a name.
  return values.map((value, index) => [`key ${index + 1}`, value] as const);
}

function partsAt(part: Shape | undefined, { isNew, name }: Place): JsonValue[] {
  if (part === undefined) return [];
  const length = isNew ? variantsOf(part) : 1;
  return Array.from({ length }, (_, index) => valueAt(part, index, { isNew, name, serial: index + 1 }));
}

const texts: Readonly<Record<TextFormat, (serial: number) => string>> = {
  'date-time': (serial) => `2026-01-${twoDigits(1 + (serial % 28))}T09:30:00Z`,
  date: (serial) => `2026-01-${twoDigits(1 + (serial % 28))}`,
  uuid: (serial) => `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`,
  uri: (serial) => `https://example.com/${serial}`,
  email: (serial) => `person${serial}@example.com`,
  time: (serial) => `09:${twoDigits(serial % 60)}`,
  digits: String,
  decimal: (serial) => `${serial}.50`,
  currency: (serial) => exampleCurrencies[serial % exampleCurrencies.length] ?? 'EUR',
};

const exampleCurrencies = ['USD', 'EUR', 'GBP'];

/** Returns a sample of nothing but a type, a format and the name of a field. `serial` is that of the record, from 1. */
function sampleLeaf(type: ShapeType, format: Shape['format'], name: string, serial: number): JsonValue {
  switch (type) {
    case 'string':
      // The blank keeps it from being one of a few words, and any format from fitting.
      return format === undefined ? `${name} ${serial}` : texts[format](serial);
    case 'integer':
      return serial;
    case 'number':
      return serial + 0.5;
    case 'boolean':
      return serial % 2 === 1;
    default:
      return null;
  }
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
