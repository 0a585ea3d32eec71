import { petstore } from '../lib/petstore';

interface Pet {
  readonly status: string;
}

/** Rendered on the server for each visit: the browser sends no request to the service. */
export default async function StockPage() {
  const response = await petstore('/inventory');
  if (response.status === 429) return <p>Try again in {response.headers.get('Retry-After')} s</p>;
  if (!response.ok) return <p>The stock is not available.</p>;
  const pets: Pet[] = await response.json();
  const available = pets.filter(({ status }) => status === 'available').length;
  return <p>{available === 0 ? 'Sold out' : `${available} pets available`}</p>;
}
