/** The heading of the document itself. */
export const documentTitle = 'Petstore Inventory Service Specification';

/** The headings of the document by their numbers. Rules inside a section are counted on: `8.1` is rule 1 of section 8. */
export const sections: ReadonlyMap<string, string> = new Map([
  ['1', 'What the service does'],
  ['2', 'Resources and their fields'],
  ['2.1', 'InventoryItem'],
  ['2.2', 'PetStatus'],
  ['2.3', 'InventoryUpdate (request body of the update operation)'],
  ['2.4', 'Error'],
  ['2.5', 'Message (quickstart example)'],
  ['3', 'States and transitions'],
  ['4', 'Endpoints'],
  ['4.1', 'List inventory'],
  ['4.2', 'Update stock level'],
  ['4.3', 'Send message (quickstart example)'],
  ['4.4', 'Other operations named only by their mention'],
  ['5', 'Authentication'],
  ['6', 'Events'],
  ['7', 'Errors'],
  ['8', 'Limits'],
  ['9', 'Versioning'],
]);

/** Returns the number of a section's heading: `8` for rule `8.1`, `4.1` for itself. */
export function headingOf(section: string): string {
  return sections.has(section) ? section : section.replace(/\.\d+$/, '');
}
