import { readFile } from 'node:fs/promises';
import { expect, goTo, test } from './control-room.js';

test('the API page lists operations with curl commands, and saves both OpenAPI documents', async ({ page, admin }) => {
  await admin.keys.mint({ isolated: true });
  await goTo(page, 'API');
  const service = page.getByRole('region', { name: 'The service' });
  await expect(service).toContainText('PATCH /inventory/{petId}');
  await expect(service).toContainText('curl -X PATCH -H "Authorization: Bearer $PETSTORE_API_KEY"');
  const adminApi = page.getByRole('region', { name: 'The admin API' });
  await expect(adminApi).toContainText('POST /clock/advance');
  await page.getByRole('combobox', { name: 'World' }).selectOption('w1');
  await expect(adminApi).toContainText(
    `-d '{"by":"61s"}' '${new URL(page.url()).origin}/__admin/clock/advance?world=w1'`,
  );
  for (const [card, path] of [
    [service, '/inventory/{petId}'],
    [adminApi, '/clock/advance'],
  ] as const) {
    const download = page.waitForEvent('download');
    await card.getByRole('button', { name: /^Download/ }).click();
    const { paths } = JSON.parse(await readFile(await (await download).path(), 'utf8'));
    expect(Object.keys(paths)).toContain(path);
  }
});
