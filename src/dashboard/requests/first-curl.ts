import type { KeyState } from '../../admin/schemas/keys.js';

/** Answers the first line of a shell to try: with a sample key where the world has one that works, else with one's own. */
export function firstCurl(baseUrl: string, keys: readonly KeyState[]): string {
  const sample = keys.find(({ name, state }) => name !== null && state === 'valid')?.name;
  return `curl -i -H "Authorization: Bearer ${sample ?? '$PETSTORE_API_KEY'}" ${baseUrl}/inventory`;
}
