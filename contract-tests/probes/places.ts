/** What is known only during a run and stands in paths and bodies as `{petId}`. */
export interface Places {
  /** The pet that was drawn; 1 where there is none. */
  readonly petId: string;
  /** Its quantity before the run, as JSON. */
  readonly original: string;
  /** A quantity that another pet has, as JSON. */
  readonly quantity: string;
  /** Beyond 32 bits. */
  readonly largeQuantity: string;
  /** An int64 that no pet has. */
  readonly unlistedId: string;
  /** A text that is easily damaged, as JSON. */
  readonly message: string;
}

export function fillPlaces(template: string, places: Places): string {
  return template.replace(/\{([a-zA-Z]+)\}/g, (place, name: string) =>
    Object.hasOwn(places, name) ? places[name as keyof Places] : place,
  );
}
