/** The least that a check could cost: so many requests, one after the other, and no thought about them. `<url> <count> <key>` */
const [url = '', count = '', key = ''] = process.argv.slice(2);
for (let sent = 0; sent < Number(count); sent += 1) {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${key}` } });
  await response.text();
}
