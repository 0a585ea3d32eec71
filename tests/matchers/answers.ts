const NOW_SECONDS = Date.UTC(2026, 10, 21, 12) / 1000;

export const headers: Readonly<Record<string, string>> = {
  'Content-Type': 'application/json',
  Date: new Date(NOW_SECONDS * 1000).toUTCString(),
  'X-RateLimit-Limit': '60',
  'X-RateLimit-Remaining': '59',
  'X-RateLimit-Reset': String(NOW_SECONDS + 60),
};

/** An answer that conforms to `listInventory`, but for what is changed. A header that is undefined is taken away. */
export function answered(
  status: number,
  body: unknown = status < 400 ? [{ petId: 1, quantity: 12, status: 'available' }] : errorOf(status),
  changed: Readonly<Record<string, string | undefined>> = {},
) {
  return { status, headers: { ...headers, ...changed }, body };
}

export function errorOf(status: number) {
  return { code: 'refused', message: 'Refused', status };
}

/** The same as a fetch Response. */
export function fetched(...args: Parameters<typeof answered>): Response {
  const { status, headers: all, body } = answered(...args);
  const present = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers: present });
}
