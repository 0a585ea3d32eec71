const baseUrl = 'https://api.example.test/v1';

/** Returns how many pets are available, or in how many seconds to ask again. */
export async function countAvailable(key) {
  const response = await fetch(`${baseUrl}/inventory`, { headers: { Authorization: `Bearer ${key}` } });
  if (response.status === 429) return { retryAfterSeconds: Number(response.headers.get('Retry-After')) };
  const pets = await response.json();
  return { available: pets.filter(({ status }) => status === 'available').length };
}
