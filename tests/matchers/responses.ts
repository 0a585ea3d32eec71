const NOW_SECONDS = Date.UTC(2026, 10, 21, 12) / 1000;

export const headers: Readonly<Record<string, string>> = {
  'Content-Type': 'application/json',
  Date: new Date(NOW_SECONDS * 1000).toUTCString(),
  'X-RateLimit-Limit': '60',
  'X-RateLimit-Remaining': '59',
  'X-RateLimit-Reset': String(NOW_SECONDS + 60),
};

/** A response that conforms to `listInventory`, except for the changes. An undefined header is removed. */
export function responseOf(
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
export function fetched(...args: Parameters<typeof responseOf>): Response {
  const { status, headers: all, body } = responseOf(...args);
  const present = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers: present });
}
