/** `listInventory 200 /items/sold at` is at a place, and its member a pointer, which may hold spaces. */
export function splitAtMember(id: string): [where: string | undefined, member: string] {
  const at = id.startsWith('/') ? -1 : id.includes(' /') ? id.indexOf(' /') : id.lastIndexOf(' ');
  return at === -1 ? [undefined, id] : [id.slice(0, at), id.slice(at + 1)];
}
