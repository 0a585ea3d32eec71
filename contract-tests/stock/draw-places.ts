import type { Draw } from '../draw.js';
import type { Places } from '../probes/places.js';
import type { Listing, StockEntry } from './listing.js';

const BEYOND_32_BITS = 2 ** 32;

/** Draws everything that a run sends. Quantities that other pets have are surely allowed; ids stay below 2^53, for services that round. */
export function drawPlaces(listing: Listing, pet: StockEntry | undefined, draw: Draw): Places {
  const original = pet?.quantity ?? '1';
  return {
    petId: pet?.petId ?? '1',
    original,
    quantity: drawQuantity(listing, original, draw),
    largeQuantity: String(BEYOND_32_BITS + draw.integer(1, 1000)),
    unlistedId: drawUnlistedId(listing, draw),
    message: JSON.stringify(
      `  petstore-mock check ${draw.integer(1000, 9999)}:  “Grüße” "to" 'all' \\ & <b>5 % + 3</b> – 日本語, 🐾, e\u0301  `,
    ),
  };
}

function drawQuantity(listing: Listing, original: string, draw: Draw): string {
  const others = [...new Set(listing.map(({ quantity }) => quantity))]
    .filter((quantity) => quantity !== original)
    .sort();
  return others[draw.integer(0, Math.max(0, others.length - 1))] ?? original;
}

function drawUnlistedId(listing: Listing, draw: Draw): string {
  const listed = new Set(listing.map(({ petId }) => petId));
  for (;;) {
    const id = String(draw.integer(10 ** 15, 9 * 10 ** 15));
    if (!listed.has(id)) return id;
  }
}
