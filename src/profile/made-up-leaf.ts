import type { Shape, ShapeType, TextFormat } from './profile.js';

type Leaf = string | number | boolean | null;

const texts: Readonly<Record<TextFormat, (serial: number) => string>> = {
  'date-time': (serial) => `2026-01-${twoDigits(1 + (serial % 28))}T09:30:00Z`,
  date: (serial) => `2026-01-${twoDigits(1 + (serial % 28))}`,
  uuid: (serial) => `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`,
  uri: (serial) => `https://example.com/${serial}`,
  email: (serial) => `person${serial}@example.com`,
  time: (serial) => `09:${twoDigits(serial % 60)}`,
  digits: String,
  decimal: (serial) => `${serial}.50`,
  currency: (serial) => currencies[serial % currencies.length] ?? 'EUR',
};

const currencies = ['USD', 'EUR', 'GBP'];

/**
 * Makes up a value that is no list and no object, from nothing but its type, its format and the name of its field: nothing of what
 * was seen is in it. `serial` is that of the record, from 1.
 */
export function makeUpLeaf(type: ShapeType, format: Shape['format'], name: string, serial: number): Leaf {
  switch (type) {
    case 'string':
      // The blank keeps it from being one of a few words, and any format from fitting.
      return format === undefined ? `${name} ${serial}` : makeUpText(format, serial);
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

/** Makes up the key of a map. It is none that a field has. */
export function makeUpKey(format: TextFormat | undefined, serial: number): string {
  return format === undefined ? `key ${serial}` : makeUpText(format, serial);
}

/** Makes up a text of a format. `serial` is from 1. */
export function makeUpText(format: TextFormat, serial: number): string {
  return texts[format](serial);
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
