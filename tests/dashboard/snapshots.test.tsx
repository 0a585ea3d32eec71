// Long: snapshots as files. The short tests take, restore and delete one.
import { waitFor, within } from '@testing-library/dom';
import { expect, onTestFinished, test } from 'vitest';
import { createPetstore } from '../../mocks/petstore.js';
import { TOKEN } from '../serve-fake.js';
import { openControlRoom } from './open-control-room.js';

/** Opens the card of the snapshots, and notes what the page saves as files. */
async function openCard() {
  const saved: { name: string; text: Promise<string> }[] = [];
  const { createObjectURL, revokeObjectURL } = URL;
  const click = HTMLAnchorElement.prototype.click;
  let blob = new Blob();
  const note = (made: Blob) => {
    blob = made;
    return 'blob:made';
  };
  Object.assign(URL, { createObjectURL: note, revokeObjectURL: () => {} });
  HTMLAnchorElement.prototype.click = function save() {
    saved.push({ name: this.download, text: textOf(blob) });
  };
  onTestFinished(() => {
    Object.assign(URL, { createObjectURL, revokeObjectURL });
    HTMLAnchorElement.prototype.click = click;
  });
  const opened = await openControlRoom();
  await opened.page.goTo('Worlds');
  const region = opened.page.getByRole('region', { name: 'Snapshots' });
  const input = region.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('There is no file input.');
  return { ...opened, saved, region, input, card: within(region) };
}

function textOf(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });
}

function fileOf(name: string, text = JSON.stringify(createPetstore({ pets: 7 }).snapshot())): File {
  // jsdom's own has no text().
  return Object.assign(new File([text], name), { text: async () => text });
}

test('a chosen file becomes a snapshot that can be restored', async () => {
  const { page, admin, input, card } = await openCard();
  await page.user.upload(input, fileOf('bug.petstore-state.json'));
  await page.announced('bug.petstore-state.json was uploaded as the snapshot bug.');
  await page.press('Restore bug', card);
  await page.press('Restore', await page.dialog('Restore bug?'));
  await page.announced('The world was restored from bug.');
  expect((await admin.inventory.list()).total).toBe(7);
});

test('a file whose name a snapshot has gets another one', async () => {
  const { page, admin, input, card } = await openCard();
  await admin.snapshots.take({ name: 'bug' });
  await card.findByRole('heading', { name: 'bug' });
  await page.user.upload(input, fileOf('bug (2).json'));
  await page.announced('bug (2).json was uploaded as the snapshot bug-2.');
});

test('a file that is not a state shows the error of the server', async () => {
  const { page, admin, input, card } = await openCard();
  const broken = JSON.stringify(createPetstore({ pets: 1 }).snapshot()).replace(/"quantity":\d+/, '"quantity":1.5');
  await page.user.upload(input, fileOf('broken.json', broken));
  expect(await page.alert(card)).toBe(
    'Reading the state of the body: /stock/0/quantity must be integer. Download one: GET /__admin/snapshots/{name}',
  );
  expect((await admin.snapshots.list()).items).toEqual([]);
});

test('a snapshot is downloaded as the API returns it', async () => {
  const { page, fake, admin, call, saved, card } = await openCard();
  await call('GET /inventory');
  await admin.snapshots.take({ name: 'bug' });
  await page.press('Download bug', card);
  await waitFor(() => expect(saved).toHaveLength(1));
  await page.announced('Downloaded bug.petstore-state.json.');
  const response = await fetch(`${fake.origin}/__admin/snapshots/bug`, {
    headers: { Authorization: `Bearer ${TOKEN}` },
  });
  expect(saved[0]?.name).toBe('bug.petstore-state.json');
  expect(await saved[0]?.text).toBe(await response.text());
});
