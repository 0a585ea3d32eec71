import { headers } from 'next/headers';

export async function petstore(path: string, init: RequestInit = {}) {
  const sent = new Headers(init.headers);
  sent.set('Authorization', `Bearer ${process.env.PETSTORE_KEY}`); // such as test_free
  const baggage = (await headers()).get('baggage');
  if (baggage !== null) sent.set('baggage', baggage);
  return fetch(`${process.env.PETSTORE_URL}${path}`, { ...init, headers: sent, cache: 'no-store' });
}
