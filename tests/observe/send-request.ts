/** Sends a request as an application does, without a key if that is empty; returns the text of the response. */
export async function sendRequest(method: string, url: string, key: string, body?: string): Promise<string> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(key !== '' && { Authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  });
  return response.text();
}
