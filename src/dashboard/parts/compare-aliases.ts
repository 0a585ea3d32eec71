/** Compares pseudonyms by their numbers, for sorting: `key#2` comes before `key#10`. */
export function compareAliases(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : 1);
}
